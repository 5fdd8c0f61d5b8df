// Making a formatter costs a hundred times what using it does, and a list uses the same few again and again.
const formatters = new Map<string, Intl.DateTimeFormat>()

export function formatterFor(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${Object.keys(options).join(' ')}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formatters.set(key, made)
  return made
}
