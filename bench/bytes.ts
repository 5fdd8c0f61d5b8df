// The bytes of the first views, gzipped, as `npm run budget` counts them: they do not differ from run to run.
import { measureFirstViews } from '../scripts/first-view.ts'
import type { Row } from './support/table.ts'

export const benchBytes = (): Promise<Row[]> =>
  Promise.resolve(
    measureFirstViews().map(({ what, bytes, budget }) => ({
      what: `${what}, gzipped`,
      figure: bytes / 1024,
      unit: 'KB',
      limit: budget / 1024,
      aim: { atMost: 1 },
    })),
  )
