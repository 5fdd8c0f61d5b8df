import { api } from '../../../contract/api.ts'
import { requireProof } from '../../access/proof.ts'
import type { Deps } from '../../deps.ts'
import { download } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { openZip } from '../../http/zip.ts'
import type { Module } from '../../module.ts'
import { getEventFor } from '../events/queries.ts'
import { eventEntries } from './entries.ts'

// For the file with everything about somebody.
export { eventEntries, toComeEntries } from './entries.ts'

const routes = (deps: Deps): Binding[] => [
  bind(api.eventExport.event, async ({ params }, user) => {
    const row = await getEventFor(deps.db, user, 'event.manage', params.eventId)
    requireProof(user, deps.clock())
    await deps.limits.take('eventExport', user.id)
    return download(openZip(eventEntries(deps, row)), `event-${row.id}.zip`, 'application/zip')
  }),
]

export const eventExport: Module = {
  routes,
  limits: { eventExport: { points: 30, seconds: PER.hour } },
}
