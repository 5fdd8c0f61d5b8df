import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { sendReport } from './commands.ts'
import { getReport } from './queries.ts'

export const reportRoutes = (deps: Deps): Binding[] => [
  bind(api.reports.send, ({ body, headers }, user, { ip }) =>
    sendReport(deps, { user, body, key: headers['idempotency-key'], ip }),
  ),
  bind(api.reports.get, ({ params }) => getReport(deps.db, params.reference)),
]
