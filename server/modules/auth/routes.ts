import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { finishSecondStep } from './begin-session.ts'
import { readBrowser } from './browsers.ts'
import { changePassword, forgotPassword, login, logout, register } from './commands.ts'
import { returnFromGoogle, sendToGoogle } from './google-sign-in.ts'
import { createGoogle } from './google.ts'
import { sendCode } from './mailed-codes.ts'
import { getProofOptions, getSignInOptions, signInWithPasskey } from './passkey-sign-in.ts'
import { addPasskey, getAddOptions, listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'
import { getProof, prove } from './proof.ts'
import { endOneSession, endOtherSessions, listSessions } from './session-list.ts'
import { beginTwoFactor, confirmTwoFactor, endTwoFactor, getTwoFactor, renewRecoveryCodes } from './two-factor.ts'

const keptIn = ({ keepKeys, keepWebhooks }: { keepKeys?: number[]; keepWebhooks?: number[] }) => ({
  keptKeys: keepKeys,
  keptWebhooks: keepWebhooks,
})

export const authRoutes = (deps: Deps): Binding[] => {
  const google = deps.config.google ? createGoogle(deps.config.google, deps.config.publicUrl) : null
  return [
    bind(api.auth.login, ({ body }, _user, meta) => login(deps, body, meta)),
    bind(api.auth.register, ({ body }, _user, meta) => register(deps, body, meta)),
    bind(api.auth.logout, (_input, user) => logout(deps, user)),
    bind(api.auth.forgotPassword, ({ body }, _user, { ip }) => forgotPassword(deps, body.email, ip)),
    bind(api.auth.sendCode, ({ body, headers }, _user, meta) => sendCode(deps, body.email, headers.cookie, meta)),
    bind(api.users.changePassword, ({ body }, user, { ip }) => changePassword(deps, user, body, ip)),
    bind(api.auth.google, () => sendToGoogle(deps, google)),
    bind(api.auth.googleCallback, ({ query, headers }, user, { userAgent }) =>
      returnFromGoogle(deps, google, { answer: query, cookie: headers.cookie, userAgent, userId: user?.id }),
    ),
    bind(api.auth.secondStep, ({ body, headers }, _user, meta) =>
      finishSecondStep(deps, headers.cookie, body.code, meta),
    ),
    bind(api.twoFactor.get, (_input, user) => getTwoFactor(deps, user)),
    bind(api.twoFactor.begin, (_input, user) => beginTwoFactor(deps, user)),
    bind(api.twoFactor.confirm, ({ body }, user, { ip }) => confirmTwoFactor(deps, user, body.code, ip)),
    bind(api.twoFactor.renewCodes, (_input, user) => renewRecoveryCodes(deps, user)),
    bind(api.twoFactor.end, (_input, user) => endTwoFactor(deps, user)),
    bind(api.passkeys.signInOptions, () => getSignInOptions(deps)),
    bind(api.passkeys.signIn, ({ body }, _user, meta) => signInWithPasskey(deps, body, meta)),
    bind(api.passkeys.list, (_input, user) => listPasskeys(deps, user)),
    bind(api.passkeys.addOptions, (_input, user) => getAddOptions(deps, user)),
    bind(api.passkeys.add, ({ body }, user, { userAgent }) => addPasskey(deps, user, body, userAgent)),
    bind(api.passkeys.rename, ({ params, body }, user) => renamePasskey(deps, user, params.passkeyId, body.name)),
    bind(api.passkeys.remove, ({ params }, user) => removePasskey(deps, user, params.passkeyId)),
    bind(api.passkeys.proofOptions, (_input, user) => getProofOptions(deps, user)),
    bind(api.security.getProof, (_input, user) => getProof(deps, user)),
    bind(api.security.prove, ({ body, headers }, user, { ip }) =>
      prove(deps, user, { ...body, browser: readBrowser(headers.cookie) }, ip),
    ),
    bind(api.security.listSessions, (_input, user) => listSessions(deps, user)),
    bind(api.security.endSession, ({ params, query }, user) =>
      endOneSession(deps, user, params.sessionId, keptIn(query)),
    ),
    bind(api.security.endOtherSessions, ({ query }, user) => endOtherSessions(deps, user, keptIn(query))),
  ]
}
