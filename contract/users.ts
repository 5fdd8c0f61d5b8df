import { z } from 'zod'
import { givenPassword, newPassword, personName } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { TEXT } from './limits.ts'
import { hasLink } from './links.ts'
import { line, text } from './wire.ts'

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
  /** What strangers read; '': first name and initial. Missing from servers before they were there, as is the next. */
  publicName: z.string().optional(),
  /** What stands on the creator's page. */
  publicText: z.string().optional(),
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

// Stands on pages and in mails to strangers, as first names do.
const publicName = line(TEXT.name).refine(
  (name) => name.length > TEXT.name || !hasLink(name),
  'must not contain a web address',
)

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
    publicName: publicName.nullish(),
    publicText: text(TEXT.publicText).nullish(),
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
