// One report of all workers. Each figure is labelled with its worker: a sum would fall when one of them is replaced, and
// Prometheus would take that for a new start of all of them.

export interface Report {
  worker: number
  text: string
}

/** Asked of the database, so the same from every worker: told once, without a label. */
const OF_THE_INSTALLATION = new Set([
  'hooley_mails_waiting',
  'hooley_jobs_waiting',
  'hooley_jobs_overdue_seconds',
  'hooley_database_writable',
])

interface Family {
  head: string[]
  samples: string[]
}

const label = (line: string, worker: number) =>
  line.replace(/^([\w:]+)(\{)?/, (_, name: string, brace?: string) =>
    brace ? `${name}{worker="${worker}",` : `${name}{worker="${worker}"}`,
  )

/** All samples of a name stand together, as the format wants it. */
export function mergeMetrics(reports: Report[]): string {
  const families = new Map<string, Family>()
  for (const { worker, text } of reports) {
    let name = ''
    let isKnown = false
    for (const line of text.split('\n').filter(Boolean)) {
      const [, help] = /^# HELP (\S+)/.exec(line) ?? []
      if (help) {
        name = help
        isKnown = families.has(name)
        if (!isKnown) families.set(name, { head: [], samples: [] })
      }
      const family = families.get(name)
      if (!family) continue
      if (line.startsWith('#')) {
        if (!isKnown) family.head.push(line)
      } else if (!OF_THE_INSTALLATION.has(name)) family.samples.push(label(line, worker))
      else if (!isKnown) family.samples.push(line)
    }
  }
  const lines = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples])
  return `${lines.join('\n')}\n`
}

/** What only the primary knows. */
export const crewMetrics = ({ serving, replaced }: { serving: number; replaced: number }) =>
  [
    '# HELP hooley_workers Worker processes that serve',
    '# TYPE hooley_workers gauge',
    `hooley_workers ${serving}`,
    '# HELP hooley_workers_replaced_total Worker processes that ended by themselves and were replaced',
    '# TYPE hooley_workers_replaced_total counter',
    `hooley_workers_replaced_total ${replaced}\n`,
  ].join('\n')
