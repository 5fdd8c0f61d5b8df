/**
 * '1 place', '4 places': the one place that knows how many forms a noun has. Other languages have up to six, and decide by
 * `Intl.PluralRules` here.
 */
export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
