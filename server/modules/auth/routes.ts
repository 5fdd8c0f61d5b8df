import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { forgotPassword, login, logout, register, resetPassword } from './commands.ts'

export const authRoutes = (deps: Deps): Binding[] => [
  bind(api.auth.login, ({ body }, _user, { ip }) => login(deps, body, ip)),
  bind(api.auth.register, ({ body }, _user, { ip }) => register(deps, body, ip)),
  bind(api.auth.logout, (_input, user) => logout(deps, user)),
  bind(api.auth.forgotPassword, ({ body }, _user, { ip }) => forgotPassword(deps, body.email, ip)),
  bind(api.auth.resetPassword, ({ params, body }) => resetPassword(deps, params.token, body.newPassword)),
]
