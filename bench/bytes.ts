// The bytes of the first view, gzipped, as `npm run budget` counts them: they do not differ from run to run.
import { BUDGET, firstViewBytes } from '../scripts/first-view.ts'
import type { Row } from './support/table.ts'

export function benchBytes(): Promise<Row[]> {
  const sizes = firstViewBytes()
  return Promise.resolve(
    (['JavaScript', 'CSS'] as const).map((kind) => ({
      what: `${kind} of the first view, gzipped`,
      figure: sizes[kind] / 1024,
      unit: 'KB',
      limit: BUDGET[kind] / 1024,
      aim: { atMost: 1 },
    })),
  )
}
