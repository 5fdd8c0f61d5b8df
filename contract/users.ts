import { z } from 'zod'
import { givenPassword, newPassword, personName } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { TEXT } from './limits.ts'
import { hasLink } from './links.ts'
import type { StaffRole } from './moderation-words.ts'
import { dateTime, id, line, text } from './wire.ts'

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
  isEmailConfirmed: z.boolean(),
  phoneNumber: z.string(),
  profilePictureUrl: z.string(),
  /** An uploaded photo: a path below the image storage's base address. */
  photo: z.string().optional(),
  /** What strangers read; '': first name and initial. Missing from servers before they were there, as is the next. */
  publicName: z.string().optional(),
  /** What the creator's page shows. */
  publicText: z.string().optional(),
  address,
  /** When the deletion that was asked for becomes final; until then the account can only be kept. */
  deletionAt: dateTime.optional(),
  /** Who moderates or administers; missing: a member like all others. */
  role: z.enum(['moderator', 'administrator'] as const satisfies readonly StaffRole[]).optional(),
  /** Missing: not suspended. */
  suspendedUntil: dateTime.optional(),
})

export type Profile = z.output<typeof profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/users/profile',
  access: 'member',
  may: 'account.use',
  whileLeaving: true,
  summary: 'The signed-in user',
  reply: profile,
})

const phoneNumber = line(TEXT.phone).refine((value) => /^[+\d ()/.-]*$/.test(value), 'must be a phone number')

// Shown on pages and in emails to strangers, as first names do.
const publicName = line(TEXT.name).refine(
  (name) => name.length > TEXT.name || !hasLink(name),
  'must not contain a web address',
)

const pictureUrl = line(TEXT.url).refine(
  (value) => value === '' || /^https?:\/\//.test(value),
  'must be a web address that starts with http',
)

const part = line(TEXT.addressLine).nullish()

/** Never required, and checked only as far as it would be nonsense on an envelope. */
const changedAddress = z.object({
  street: part,
  city: part,
  state: part,
  zipCode: line(TEXT.zipCode)
    .refine((value) => /^[\p{L}\p{N} -]*$/u.test(value), 'must be letters and digits')
    .nullish(),
  country: part,
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/users/profile',
  access: 'member',
  may: 'account.use',
  errors: ['blocked_link'],
  summary: 'Change the profile; a changed email is ignored',
  body: z.object({
    email: z.string().max(TEXT.email).nullish(),
    firstName: personName,
    lastName: personName,
    phoneNumber: phoneNumber.nullish(),
    profilePictureUrl: pictureUrl.nullish(),
    /** While the feature address is off it is ignored. */
    address: changedAddress.nullish(),
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
  errors: ['current_password_wrong', 'same_password'],
  // Suspended for what an intruder did: its owner shuts them out.
  whileSuspended: true,
  summary: 'Change the password; other sessions end',
  body: z.object({
    currentPassword: givenPassword,
    newPassword,
    /** Keys for other programs to keep; all others end. */
    keepKeys: z.array(id).max(20).optional(),
    /** And webhooks. */
    keepWebhooks: z.array(id).max(20).optional(),
  }),
  reply: z.object({ message: z.string() }),
})

export const setPhoto = endpoint({
  method: 'PUT',
  path: '/users/photo',
  access: 'member',
  may: 'account.use',
  feature: 'profile-photo',
  errors: [
    ...(['picture_unknown', 'not_the_image', 'invalid_file_type', 'image_too_many_pixels'] as const),
    ...(['file_too_large', 'upload_in_progress', 'storage_unavailable'] as const),
  ],
  summary: 'A picture that you have uploaded becomes your photo',
  body: z.object({
    key: z.string({ error: 'is required' }).regex(/^events\/[A-Za-z0-9][A-Za-z0-9._-]{0,200}$/, 'must be a file key'),
  }),
  reply: profile,
})

export const removePhoto = endpoint({
  method: 'DELETE',
  path: '/users/photo',
  access: 'member',
  may: 'account.use',
  feature: 'profile-photo',
  summary: 'Remove your photo',
  reply: profile,
})

/** By the names that api.ts and the client use. */
export const calls = { profile: getProfile, updateProfile, changePassword, setPhoto, removePhoto }
