import type { ModuleRows } from '../../test-support/module-rows.ts'

const EXPORT = 'GET /events/{eventId}/export.zip'

export const rows: ModuleRows = {
  matrix: { [EXPORT]: { request: ({ eventId }) => ({ params: { eventId } }) } },
  bounds: { [EXPORT]: { atOnce: 1_100 } },
  shown: { [EXPORT]: 'own' },
}
