import { IMPORT } from '../../../contract/limits.ts'
import { imports } from '../../db/schema/imports.ts'
import { expected } from '../../test-support/expected-answers.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'

const GUESTS = 'POST /events/{eventId}/imports'
const LIST = 'GET /events/{eventId}/imports'
const EVENTS = 'POST /imports/events'
const UNDO = 'DELETE /events/{eventId}/imports/{importId}'

const entry = (n: number) =>
  ['BEGIN:VEVENT', `UID:${n}`, `SUMMARY:Dance ${n}`, 'DTSTART:20990501T200000Z', 'END:VEVENT'].join('\r\n')

const calendarOf = (count: number) =>
  ['BEGIN:VCALENDAR', ...Array.from({ length: count }, (_, n) => entry(n)), 'END:VCALENDAR'].join('\r\n')

export const rows: ModuleRows = {
  matrix: {
    [GUESTS]: {
      request: ({ eventId }) => ({ params: { eventId }, body: { source: 'luma', rows: [{ name: 'Aoife Kelly' }] } }),
    },
    [`${GUESTS} (draft)`]: {
      request: ({ draftId }) => ({
        params: { eventId: draftId },
        body: { source: 'luma', rows: [{ name: 'Aoife Kelly' }] },
      }),
      expected: expected(401, 404, 409),
    },
    [LIST]: { request: ({ eventId }) => ({ params: { eventId } }) },
    [EVENTS]: { request: () => ({ body: { file: calendarOf(1) } }) },
    [UNDO]: {
      request: ({ eventId }) => ({ params: { eventId, importId: 2_000_000_000 } }),
      expected: expected(401, 403, 404),
    },
  },
  bounds: {
    [GUESTS]: {
      request: ({ eventId }) => ({
        params: { eventId },
        body: {
          source: 'luma',
          rows: Array.from({ length: IMPORT.rows }, (_, n) => ({ ref: `gst-${n}`, name: 'Aoife Kelly' })),
        },
      }),

      statements: 30,
      rows: 40,
      kB: 64,
    },
    [EVENTS]: {
      request: () => ({ body: { file: calendarOf(IMPORT.events), dryRun: true } }),

      statements: 10,
      rows: 20,
      kB: 32,
    },
    [LIST]: { statements: 10, rows: IMPORT.listed + 20, kB: 24 },
    [UNDO]: { statements: 20, rows: 20, kB: 1 },
  },
  shown: { [LIST]: 'own' },
  traces: ({ db, userId, eventId }) =>
    db.insert(imports).values({ eventId, userId, source: 'luma', guests: 1, seats: 1, undoUntil: new Date() }),
}
