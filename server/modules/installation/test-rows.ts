import { expected, members } from '../../test-support/expected-answers.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'

// Nobody in the matrix's scene is an administrator.
const refused = expected(401, 403, 403)

export const rows: ModuleRows = {
  matrix: {
    'GET /moderation/installation': { request: () => ({}), expected: refused },
    'POST /moderation/installation/retries': {
      request: () => ({ body: { queue: 'emails', kind: 'ticket' } }),
      expected: refused,
    },
    'POST /moderation/administrator': {
      request: () => ({ body: { token: '1.not-a-signature' } }),
      expected: members(409),
    },
  },
  bounds: {
    'GET /moderation/installation': { statements: 15, rows: 60, kB: 8 },
    'POST /moderation/installation/retries': { statements: 10, rows: 20, kB: 1 },
    'POST /moderation/administrator': { statements: 20, rows: 20, kB: 1 },
  },
  shown: { 'GET /moderation/installation': 'nothing' },
}
