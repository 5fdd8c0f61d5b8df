// Only these parts of a query change what a page shows; anything else (fbclid, a reset token) must neither fill the
// memory with copies nor get into a page that somebody else is handed.
const MEANINGFUL = ['_routes', 'cursor']

/** The address by which a page is kept and rendered. */
export function pageAddress(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const path = url.slice(0, at)
  const given = new URLSearchParams(url.slice(at + 1))
  const query = new URLSearchParams()
  for (const name of MEANINGFUL) {
    const value = given.get(name)
    if (value !== null) query.set(name, value)
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path
}
