import { PASSWORD_MIN } from '../../contract/limits.ts'
import { messages } from '../../contract/messages.ts'

/** Said beforehand, not only when it was too short. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters`

/** What is wrong with a password that was chosen, in the order of docs/product/texts.md. Here, so that the first view is spared the rest. */
export function newPasswordProblem(newPassword: string, confirmPassword: string): string | null {
  if (newPassword !== confirmPassword) return messages.passwordsDoNotMatch
  return newPassword.length < PASSWORD_MIN ? messages.passwordTooShort : null
}
