import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { hasLink } from './links.ts'
import { PASSWORD_MAX, PASSWORD_MIN, TEXT } from './limits.ts'
import { messages } from './messages.ts'
import { filled, line, textError, wireBoolean } from './wire.ts'

// ASCII only: look-alike letters of other alphabets would let one person pass for another.
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

const fillIn = messages.fillAllFields

export const email = filled(line(TEXT.email, fillIn), fillIn).regex(EMAIL, 'must be a valid email address')

// Invisible characters are no name.
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

// A name appears in emails to addresses that nobody has confirmed: it must not be a way to send strangers links.
export const personName = filled(line(TEXT.name, fillIn), fillIn)
  .regex(VISIBLE, fillIn)
  // One that is too long is refused for that; looking for links in it could take long.
  .refine((name) => name.length > TEXT.name || !hasLink(name), 'must not contain a web address')

const tooLong = `must have at most ${PASSWORD_MAX} characters`

export const newPassword = z
  .string({ error: textError(fillIn) })
  .min(1, fillIn)
  .min(PASSWORD_MIN, messages.passwordTooShort)
  .max(PASSWORD_MAX, tooLong)

// A password that is only compared: rules for new ones would show an attacker which guesses are pointless.
export const givenPassword = z
  .string({ error: textError(fillIn) })
  .min(1, fillIn)
  .max(PASSWORD_MAX, tooLong)

/** Of an authenticator app, or a recovery code. */
export const secondStepCode = line(TEXT.code)

export const accessToken = z.object({ access_token: z.string() })
const done = z.object({ message: z.string() })

/** Whether account and booking are theirs: needed where nobody has confirmed the address and this browser is not signed in. */
const isMine = wireBoolean
/** After No: the account is closed, or, since others count on its events, moderators look at it. */
const ended = z.enum(['closed', 'reported']).optional()
/** Null after No. */
const tokenUnlessDisowned = z.object({ access_token: z.string().nullable(), ended })

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'anyone',
  may: 'site.use',
  errors: ['invalid_credentials', 'second_step', 'codes_stopped'],
  summary: 'Sign in with email and password, and a code where the account asks for one',
  body: z.object({
    email: filled(line(TEXT.email, fillIn), fillIn),
    password: givenPassword,
    code: secondStepCode.nullish(),
  }),
  reply: accessToken,
})

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'anyone',
  may: 'site.use',
  errors: ['email_taken'],
  summary: 'Create an account',
  body: z.object({ email, password: newPassword, firstName: personName, lastName: personName }),
  reply: accessToken,
  status: 201,
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'member',
  may: 'account.use',
  whileLeaving: true,
  whileSuspended: true,
  summary: 'End this session',
  reply: z.undefined(),
  status: 204,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'anyone',
  may: 'site.use',
  summary: 'Ask for an email with a reset link',
  body: z.object({ email }),
  reply: done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password/{token}',
  access: 'optional',
  may: 'site.use',
  errors: ['reset_link_invalid', 'whose_booking', 'link_invalid'],
  summary: 'Set a new password with the token of a reset link',
  params: z.object({ token: z.string().max(200, messages.resetLinkExpired) }),
  body: z.object({ newPassword, isMine: isMine.optional() }),
  reply: done.extend({ ended }),
})

/** Which browser asks: a random value that only we can read there (server/modules/auth/browsers.ts). */
export const browserCookie = z.object({ cookie: z.string().max(8192).optional() })

export const codeSent = z.object({ state: z.literal('code_sent') })

export const sendCode = endpoint({
  method: 'POST',
  path: '/auth/code',
  access: 'anyone',
  may: 'site.use',
  summary: 'Email a code that signs in to the account of this address, in this browser; answers alike without one',
  headers: browserCookie,
  body: z.object({ email }),
  reply: codeSent,
  status: 202,
})

export const verifyCode = endpoint({
  method: 'POST',
  path: '/auth/code/verify',
  access: 'optional',
  may: 'site.use',
  errors: [
    'mailed_code_wrong',
    'second_step',
    'codes_stopped',
    'whose_account',
    'whose_booking',
    'current_password_wrong',
    'link_invalid',
  ],
  summary: 'Sign in with the emailed code, in the browser that asked for it',
  headers: browserCookie,
  body: z.object({
    email: filled(line(TEXT.email, fillIn), fillIn),
    code: filled(line(TEXT.code, fillIn), fillIn),
    /** Where the account asks for a second step. */
    secondStep: secondStepCode.nullish(),
    isMine: isMine.optional(),
    /** Keeps the password, which Yes ends otherwise. */
    password: givenPassword.optional(),
  }),
  reply: tokenUnlessDisowned,
})

export const google = endpoint({
  method: 'GET',
  path: '/auth/google',
  access: 'anyone',
  may: 'site.use',
  summary: 'Send the browser to Google',
  reply: z.undefined(),
  kind: 'redirect',
  status: 302,
})

export const googleCallback = endpoint({
  method: 'GET',
  path: '/auth/google/callback',
  access: 'optional',
  may: 'site.use',
  errors: ['google_failed', 'google_unverified', 'second_step', 'whose_booking'],
  summary: 'Exchange the code that Google returned',
  query: z.object({
    code: z.string().min(1, messages.googleFailed).max(4096, messages.googleFailed),
    state: z.string({ error: messages.googleFailed }).min(1, messages.googleFailed).max(512, messages.googleFailed),
    iss: z.string().max(512).optional(),
  }),
  // The short-lived cookie with state, nonce and PKCE verifier that /auth/google has set.
  headers: z.object({ cookie: z.string().max(8192).optional() }),
  reply: accessToken,
})

export const answerGoogle = endpoint({
  method: 'POST',
  path: '/auth/google/answer',
  access: 'anyone',
  may: 'site.use',
  errors: ['sign_in_again', 'current_password_wrong', 'google_failed', 'link_invalid'],
  summary: 'Whether the booking is theirs, which is asked after Google',
  body: z.object({
    isMine,
    /** Keeps the password, which Yes ends otherwise. */
    password: givenPassword.optional(),
  }),
  // Who Google said it is; /auth/google/callback has set it.
  headers: z.object({ cookie: z.string().max(8192).optional() }),
  reply: tokenUnlessDisowned,
})

export const secondStep = endpoint({
  method: 'POST',
  path: '/auth/second-step',
  access: 'anyone',
  may: 'site.use',
  errors: ['second_step', 'codes_stopped', 'sign_in_again'],
  summary: 'The code that is asked for after Google',
  body: z.object({ code: secondStepCode }),
  // Who Google said it is; /auth/google/callback has set it.
  headers: z.object({ cookie: z.string().max(8192).optional() }),
  reply: accessToken,
})

/** By the names that api.ts and the client use. */
export const calls = {
  login,
  register,
  logout,
  forgotPassword,
  resetPassword,
  sendCode,
  verifyCode,
  google,
  googleCallback,
  answerGoogle,
  secondStep,
}
