// The alert rules and the board name figures of Patroni: they have to be those that this Patroni tells.
import { readFileSync } from 'node:fs'
import type { Cluster } from './cluster.ts'

export async function wrongMetrics({ machines }: Cluster): Promise<string[]> {
  const told = await (await fetch(`${machines[0]?.rest}/metrics`)).text()
  const files = ['deploy/watch/alerts.yml', 'deploy/watch/grafana.json'].map((file) => readFileSync(file, 'utf8'))
  const named = new Set(files.join('\n').match(/\bpatroni_[a-z_]+/g))
  return [...named].filter((name) => !told.includes(`# TYPE ${name} `)).map((name) => `Patroni has no figure ${name}`)
}
