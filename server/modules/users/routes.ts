import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { updateProfile } from './commands.ts'
import { getProfile } from './queries.ts'

export const userRoutes = (deps: Deps): Binding[] => [
  bind(api.users.profile, (_input, user) => getProfile(deps.db, user.id)),
  bind(api.users.updateProfile, ({ body }, user) => updateProfile(deps, user, body)),
]
