import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PASSWORD_MAX, PASSWORD_MIN, TEXT } from './limits.ts'
import { messages } from './messages.ts'
import { filled, line } from './wire.ts'

// ASCII only: look-alike letters of other alphabets would let one person pass for another.
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

export const email = filled(line(TEXT.email), messages.fillAllFields).regex(EMAIL, 'must be a valid email address')

export const personName = filled(line(TEXT.name), messages.fillAllFields)

export const newPassword = z
  .string({ error: messages.fillAllFields })
  .min(PASSWORD_MIN, messages.passwordTooShort)
  .max(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`)

// A password that is only compared: rules for new ones would tell an attacker which guesses are pointless.
const givenPassword = z
  .string({ error: messages.fillAllFields })
  .min(1, messages.fillAllFields)
  .max(PASSWORD_MAX, `must have at most ${PASSWORD_MAX} characters`)

export const accessToken = z.object({ access_token: z.string() })
const done = z.object({ message: z.string() })

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'anyone',
  summary: 'Sign in with email and password',
  body: z.object({
    email: filled(z.string({ error: messages.fillAllFields }).trim().max(TEXT.email), messages.fillAllFields),
    password: givenPassword,
  }),
  reply: accessToken,
})

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'anyone',
  summary: 'Create an account',
  body: z.object({ email, password: newPassword, firstName: personName, lastName: personName }),
  reply: accessToken,
  status: 201,
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'member',
  summary: 'End this session',
  reply: z.undefined(),
  status: 204,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'anyone',
  summary: 'Ask for a mail with a reset link',
  body: z.object({ email }),
  reply: done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password/{token}',
  access: 'anyone',
  summary: 'Set a new password with the token of a reset link',
  params: z.object({ token: z.string().min(1).max(200) }),
  body: z.object({ newPassword }),
  reply: done,
})

export const google = endpoint({
  method: 'GET',
  path: '/auth/google',
  access: 'anyone',
  summary: 'Send the browser to Google',
  reply: z.undefined(),
  kind: 'redirect',
  status: 302,
})

export const googleCallback = endpoint({
  method: 'GET',
  path: '/auth/google/callback',
  access: 'anyone',
  summary: 'Exchange the code that Google returned',
  query: z.object({ code: z.string().min(1).max(4096), state: z.string().min(1).max(512) }),
  // The short-lived cookie with state, nonce and PKCE verifier that /auth/google has set.
  headers: z.object({ cookie: z.string().max(8192).optional() }),
  reply: accessToken,
})
