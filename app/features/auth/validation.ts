// What the forms check before they ask the server, in the order of docs/product/screens.md#login-and-signup.
import { PASSWORD_MIN } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'

export interface LoginFields {
  email: string
  password: string
}

export interface SignupFields extends LoginFields {
  firstName: string
  lastName: string
  confirmPassword: string
  acceptsTerms: boolean
}

export const loginProblem = ({ email, password }: LoginFields): string | null =>
  email.trim() && password ? null : messages.fillAllFields

export const filledProblem = (...texts: string[]): string | null =>
  texts.every((text) => text.trim()) ? null : messages.fillAllFields

export function signupProblem(fields: SignupFields): string | null {
  const { firstName, lastName, email, password, confirmPassword, acceptsTerms } = fields
  if ([firstName, lastName, email].some((text) => !text.trim()) || !password || !confirmPassword)
    return messages.fillAllFields
  if (password.length < PASSWORD_MIN) return messages.passwordTooShort
  if (password !== confirmPassword) return messages.passwordsDoNotMatch
  return acceptsTerms ? null : messages.acceptTerms
}
