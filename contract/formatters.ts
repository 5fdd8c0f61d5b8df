// Making a formatter costs a hundred times what using it does, and a list uses the same few again and again.
const formatters = new Map<string, Intl.DateTimeFormat>()

// A formatter holds about 25 KB outside of the JavaScript heap. There are some 420 zones, but a zone can be spelt in
// any mix of cases, and rows from before zones were canonicalised may be.
const MOST_FORMATTERS = 500

export function formatterFor(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options])
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  const [oldest] = formatters.keys()
  if (formatters.size >= MOST_FORMATTERS && oldest !== undefined) formatters.delete(oldest)
  formatters.set(key, made)
  return made
}
