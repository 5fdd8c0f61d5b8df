// What somebody calls about their own account.
export { calls as account } from '../../../contract/account.ts'
export { calls as contact } from '../../../contract/contact.ts'
export { calls as feeds } from '../../../contract/feeds.ts'
export { calls as notices } from '../../../contract/notices.ts'
export { calls as passkeys } from '../../../contract/passkeys.ts'
export { calls as security } from '../../../contract/security.ts'
export { calls as twoFactor } from '../../../contract/two-factor.ts'
