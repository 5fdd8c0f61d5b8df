import { questions } from '../../db/schema/questions.ts'
import { expected } from '../../test-support/expected-answers.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'

export const rows: ModuleRows = {
  matrix: {
    'POST /events/{eventId}/questions': {
      request: (scene) => ({ params: { eventId: scene.eventId }, body: { text: 'Is there parking?' } }),
    },
    'POST /events/{eventId}/questions (draft)': {
      request: (scene) => ({ params: { eventId: scene.draftId }, body: { text: 'Is there parking?' } }),
      expected: expected(401, 404, 202),
    },
  },
  bounds: { 'POST /events/{eventId}/questions': { statements: 20, rows: 20, kB: 1 } },
  mails: ({ write, eventId, creator, guest, words }) =>
    write('question', creator, { payload: { eventId, askedBy: guest.id, text: words } }),
  traces: ({ db, userId, eventId }) => db.insert(questions).values({ userId, eventId }),
}
