/** The form of a word that goes with a number: 'is' or 'are'. Other languages have up to six, and decide by `Intl.PluralRules` here. */
export const formOf = (count: number, one: string, many: string) => (count === 1 ? one : many)

/** '1 place', '4 places' */
export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${formOf(count, one, many)}`
