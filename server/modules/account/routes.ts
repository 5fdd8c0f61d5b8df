import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { confirmAddress, sendConfirmation } from './address.ts'
import { changeAddress, stopAddressChange } from './address-change.ts'
import { verifyCode } from './code-sign-in.ts'
import { answerGoogle, resetPasswordOrDisown } from './first-proof.ts'
import { deleteAccount, keepAccount } from './deletion.ts'
import { getExport, startExport } from './download.ts'
import { getSettings, setSettings } from './settings.ts'

export const accountRoutes = (deps: Deps): Binding[] => [
  bind(api.account.sendConfirmation, (_input, user) => sendConfirmation(deps, user)),
  bind(api.account.confirmAddress, ({ body }, user, { ip }) => confirmAddress(deps, user, body, ip)),
  bind(api.auth.verifyCode, ({ body, headers }, user, meta) => verifyCode(deps, user, body, headers.cookie, meta)),
  bind(api.auth.resetPassword, ({ params, body }, user) => resetPasswordOrDisown(deps, user, { ...params, ...body })),
  bind(api.auth.answerGoogle, ({ body, headers }, _user, meta) => answerGoogle(deps, body, headers.cookie, meta)),
  bind(api.account.stopAddressChange, ({ body }) => stopAddressChange(deps, body.token)),
  bind(api.account.changeAddress, ({ body }, user) => changeAddress(deps, user, body.email)),
  bind(api.account.getSettings, (_input, user) => getSettings(deps.db, user.id)),
  bind(api.account.setSettings, ({ body }, user) => setSettings(deps, user, body)),
  bind(api.account.startExport, ({ headers }, user) => startExport(deps, user, headers['idempotency-key'] ?? null)),
  bind(api.account.getExport, (_input, user) => getExport(deps, user)),
  bind(api.account.deleteAccount, ({ body }, user) =>
    deleteAccount(deps, user, { blanksEvents: body?.blankEvents ?? false }),
  ),
  bind(api.account.keepAccount, (_input, user) => keepAccount(deps, user)),
]
