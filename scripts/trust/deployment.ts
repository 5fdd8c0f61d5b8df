// Every file of deploy/ read by the program that it is for.
import type { Scenario } from './scenario.ts'
import { suite } from './test-suites.ts'

export const deployment: Scenario[] = [
  {
    name: 'deploy',
    did: 'each file of deploy/ read by its program: nginx, HAProxy, systemd, Compose, Patroni, pgBackRest, promtool',
    run: () => suite(['scripts/deploy.test.ts']),
  },
]
