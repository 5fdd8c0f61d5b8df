import { api } from '../../../contract/api.ts'
import { DAY } from '../../../contract/durations.ts'
import { removed } from '../../access/personal-data.ts'
import { apiKeys as apiKeysTable } from '../../db/schema/api-keys.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import type { Module } from '../../module.ts'
import { endKey, forgetOldKeys, makeKey } from './commands.ts'
import { listKeys } from './queries.ts'

export { isApiKey } from './key-format.ts'
export { findKeyUser } from './queries.ts'

const routes = (deps: Deps): Binding[] => [
  bind(api.apiKeys.list, (_input, user) => listKeys(deps.db, user.id, deps.clock())),
  bind(api.apiKeys.make, ({ body }, user) => makeKey(deps, user, body)),
  bind(api.apiKeys.end, ({ params }, user) => endKey(deps, user, params.keyId)),
]

export const apiKeys: Module = {
  routes,
  jobs: { 'forget-old-keys': { run: forgetOldKeys } },
  schedule: { 'forget-old-keys': DAY },
  // By owner.
  limits: { apiKeyCalls: { points: 600, seconds: PER.minute } },
  tables: [
    removed(apiKeysTable, apiKeysTable.userId, apiKeysTable.id, {
      personal: ['name'],
      plain: ['ending', 'scopes', 'lastUsedOn'],
      secret: ['keyHash'],
    }),
  ],
}
