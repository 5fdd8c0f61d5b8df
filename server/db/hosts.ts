// An address of a database may name several hosts, separated by commas, as libpq knows it and node-postgres does not.

const PARTS = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i

/** The same address once for each host: `postgres://u@a:1,b:2/name` is `postgres://u@a:1/name` and `postgres://u@b:2/name`. */
export function hostsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => before + host + after)
}
