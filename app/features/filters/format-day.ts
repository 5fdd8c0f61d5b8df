const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** '2026-11-20' -> '20 Nov'; what is no day stays as it is. */
export function formatDay(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  const name = MONTHS[(month ?? 0) - 1]
  return name && date ? `${date} ${name}` : day
}
