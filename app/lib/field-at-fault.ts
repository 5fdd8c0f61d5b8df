import { AppError } from '../../contract/errors.ts'
import { messages } from '../../contract/messages.ts'

const EMAIL_TAKEN = new AppError('email_taken').message
const WRONG_PASSWORD = new AppError('current_password_wrong').message
const WRONG_LOGIN = new AppError('invalid_credentials').message

/** Which field a problem means, so that it can be marked and have the focus; the server's sentences as well. */
export function fieldAtFault(problem: string, fields: Record<string, string | boolean>): string | null {
  switch (problem) {
    case messages.fillAllFields:
      return Object.keys(fields).find((name) => typeof fields[name] === 'string' && !fields[name].trim()) ?? null
    case messages.passwordTooShort:
      return 'newPassword' in fields ? 'newPassword' : 'password'
    case messages.passwordsDoNotMatch:
      return 'confirmPassword'
    case messages.acceptTerms:
      return 'acceptsTerms'
    case EMAIL_TAKEN:
      return 'email'
    case WRONG_PASSWORD:
      return 'currentPassword'
    case WRONG_LOGIN:
      return 'password'
    default:
      return null
  }
}
