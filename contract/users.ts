import { z } from 'zod'
import { givenPassword, newPassword, personName } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { TEXT } from './limits.ts'
import { line } from './wire.ts'

export const address = z.object({
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
})

export const profile = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  profilePictureUrl: z.string(),
  address,
})

export type Profile = z.output<typeof profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/users/profile',
  access: 'member',
  may: 'account.use',
  summary: 'The signed-in user',
  reply: profile,
})

const phoneNumber = line(TEXT.phone).refine((value) => /^[+\d ()/.-]*$/.test(value), 'must be a phone number')

const pictureUrl = line(TEXT.url).refine(
  (value) => value === '' || /^https?:\/\//.test(value),
  'must be a web address that starts with http',
)

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/users/profile',
  access: 'member',
  may: 'account.use',
  summary: 'Change the profile; a changed email is ignored',
  body: z.object({
    email: z.string().max(TEXT.email).nullish(),
    firstName: personName,
    lastName: personName,
    phoneNumber: phoneNumber.nullish(),
    profilePictureUrl: pictureUrl.nullish(),
  }),
  reply: profile,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/users/change-password',
  access: 'member',
  may: 'account.use',
  errors: ['current_password_wrong'],
  summary: 'Change the password; other sessions end',
  body: z.object({
    currentPassword: givenPassword,
    newPassword,
  }),
  reply: z.object({ message: z.string() }),
})

/** What api.ts and the browser call them. */
export const calls = { profile: getProfile, updateProfile, changePassword }
