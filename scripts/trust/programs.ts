// Programs of Debian that a scenario needs, found or named as missing.
import { existsSync } from 'node:fs'
import { Missing } from './scenario.ts'

const PLACES = {
  'docker-compose': ['/usr/bin/docker-compose', '/usr/local/bin/docker-compose'],
  etcd: ['/usr/bin/etcd', '/usr/local/bin/etcd'],
  haproxy: ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'],
  nginx: ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'],
  patroni: ['/usr/bin/patroni', '/usr/local/bin/patroni'],
  pgbackrest: ['/usr/bin/pgbackrest'],
  postgres: [15, 16, 17, 18].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`),
  'python3-etcd': ['/usr/lib/python3/dist-packages/etcd/__init__.py'],
  promtool: ['/usr/bin/promtool', '/usr/local/bin/promtool'],
  'systemd-analyze': ['/usr/bin/systemd-analyze'],
} satisfies Record<string, string[]>

export type Program = keyof typeof PLACES

/** Debian's package, where it is called otherwise. */
const PACKAGES: Partial<Record<Program, string>> = {
  etcd: 'etcd-server',
  nginx: 'nginx-light',
  postgres: 'postgresql',
  promtool: 'prometheus',
  'systemd-analyze': 'systemd',
}

export const findProgram = (name: Program): string | undefined => PLACES[name].find((path) => existsSync(path))

export const packageOf = (name: Program): string => PACKAGES[name] ?? name

/** All that is missing in one sentence, so that one `apt-get install` will do. */
export function requirePrograms<const Names extends Program>(...names: Names[]): Record<Names, string> {
  const missing = names.filter((name) => !findProgram(name))
  if (missing.length > 0) {
    throw new Missing(`${missing.join(', ')} not installed (apt-get install ${missing.map(packageOf).join(' ')})`)
  }
  return Object.fromEntries(names.map((name) => [name, findProgram(name)])) as Record<Names, string>
}
