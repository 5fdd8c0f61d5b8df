import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { updateProfile } from './commands.ts'
import { userTables } from './personal-data.ts'
import { removePhoto, setPhoto } from './photo.ts'
import { getProfile } from './queries.ts'

const userRoutes = (deps: Deps): Binding[] => [
  bind(api.users.profile, (_input, user) => getProfile(deps, user.id)),
  bind(api.users.updateProfile, ({ body }, user) => updateProfile(deps, user, body)),
  bind(api.users.setPhoto, ({ body }, user) => setPhoto(deps, user, body.key)),
  bind(api.users.removePhoto, (_input, user) => removePhoto(deps, user)),
]

export const users: Module = {
  routes: userRoutes,
  tables: userTables,
}
