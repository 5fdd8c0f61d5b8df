/**
 * The address as routes understand it. A request may name the whole URL (RFC 9112, 3.2.2): whose name it is does not
 * matter to us. A page's path that cannot be decoded is one that does not exist, so it is made one that can.
 */
export function requestTarget(url: string): string {
  const target = /^https?:\/\//i.test(url) ? pathOfAbsolute(url) : url
  if (!target.includes('%') || target.startsWith('/api/')) return target
  const at = target.indexOf('?')
  const path = at < 0 ? target : target.slice(0, at)
  try {
    decodeURIComponent(path)
    return target
  } catch {
    return path.replaceAll('%', '%25') + target.slice(path.length)
  }
}

function pathOfAbsolute(url: string): string {
  const start = url.slice(url.indexOf('//') + 2).search(/[/?#]/)
  if (start < 0) return '/'
  const rest = url.slice(url.indexOf('//') + 2 + start)
  return rest.startsWith('/') ? rest : `/${rest}`
}
