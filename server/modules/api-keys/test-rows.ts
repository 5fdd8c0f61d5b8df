import { apiKeys } from '../../db/schema/api-keys.ts'
import { members } from '../../test-support/expected-answers.ts'
import type { ModuleRows } from '../../test-support/module-rows.ts'

const ONE = 'DELETE /users/api-keys/{keyId}'

export const rows: ModuleRows = {
  matrix: {
    'GET /users/api-keys': { request: () => ({}) },
    'POST /users/api-keys': { request: () => ({ body: { name: 'Kiosk', scopes: ['door'] } }) },
    [ONE]: { request: () => ({ params: { keyId: 2_000_000_000 } }), expected: members(404) },
  },
  bounds: {
    'GET /users/api-keys': { statements: 10, rows: 30, kB: 8 },
    'POST /users/api-keys': { statements: 10, rows: 20, kB: 1 },
    [ONE]: { statements: 10, rows: 20, kB: 1 },
  },
  shown: { 'GET /users/api-keys': 'nothing' },
  traces: ({ db, userId }) =>
    db.insert(apiKeys).values({
      userId,
      name: 'Kiosk',
      keyHash: Buffer.alloc(32, userId % 256),
      ending: 'abcd',
      scopes: ['door'],
      expiresAt: new Date(Date.now() + 86_400_000),
    }),
}
