// What somebody does about their own account: its mail address, its settings, its data and its end.
import { z } from 'zod'
import { email, givenPassword } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { addressState, keepAddressState } from './mail-links.ts'
import { idempotencyKey } from './tickets.ts'
import { profile } from './users.ts'
import { dateTime, wireBoolean } from './wire.ts'

export const sendConfirmation = endpoint({
  method: 'POST',
  path: '/users/confirm-address',
  access: 'member',
  may: 'account.use',
  summary: 'Email the link that confirms your address once more',
  reply: z.object({
    /** Nothing was sent, because there is nothing left to confirm. */
    isConfirmed: z.boolean(),
  }),
  status: 202,
})

export const confirmAddress = endpoint({
  method: 'POST',
  path: '/auth/confirm-address',
  access: 'optional',
  may: 'site.use',
  errors: ['link_invalid', 'email_taken', 'whose_account', 'sign_in_to_confirm', 'current_password_wrong'],
  summary: "What the button behind an email's link does: confirms the account's address",
  body: z.object({
    token: z.string().max(200),
    /** Whether the account is theirs: needed for the first confirmation in a browser that is not signed in to it. */
    isMine: wireBoolean.optional(),
    /** Keeps the password, which Yes ends otherwise. */
    password: givenPassword.optional(),
  }),
  reply: addressState,
})

export const stopAddressChange = endpoint({
  method: 'POST',
  path: '/auth/stop-address-change',
  access: 'anyone',
  may: 'site.use',
  errors: ['link_invalid'],
  summary: 'What the button in the email to the old address does: the account keeps its address',
  body: z.object({ token: z.string().max(200) }),
  reply: keepAddressState,
})

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/users/account',
  access: 'member',
  may: 'account.use',
  whileLeaving: true,
  errors: ['proof_needed', 'cancel_events_first', 'last_administrator'],
  whileSuspended: true,
  summary: 'Delete the account: final after 14 days; bookings, places on waiting lists and the public page end at once',
  body: z
    .object({
      /** On the last day the title and the texts of the events they organised go as well. */
      blankEvents: wireBoolean.optional(),
    })
    .optional(),
  reply: z.object({
    /** YYYY-MM-DD, in UTC. */
    day: z.string(),
    finalAt: dateTime,
  }),
  status: 202,
})

export const keepAccount = endpoint({
  method: 'POST',
  path: '/users/account/keep',
  access: 'member',
  may: 'account.use',
  whileLeaving: true,
  whileSuspended: true,
  summary: 'Keep the account after all',
  reply: profile,
})

export const dataExport = z.object({
  state: z.enum(['none', 'preparing', 'ready', 'failed']),
  /** Where a browser can fetch it, for some minutes. */
  url: z.string().optional(),
  bytes: z.number().optional(),
  /** Until then another address can be asked for. */
  expiresAt: dateTime.optional(),
})

export type DataExport = z.output<typeof dataExport>

export const startExport = endpoint({
  method: 'POST',
  path: '/users/export',
  access: 'member',
  may: 'account.use',
  errors: ['proof_needed'],
  whileLeaving: true,
  whileSuspended: true,
  summary: 'Prepare a file with everything about you; an email says when it is ready',
  headers: idempotencyKey,
  reply: dataExport,
  status: 202,
})

export const getExport = endpoint({
  method: 'GET',
  path: '/users/export',
  access: 'member',
  may: 'account.use',
  errors: ['proof_needed'],
  whileLeaving: true,
  summary: 'Whether the file is ready, and where it can be downloaded',
  reply: dataExport,
})

export const changeAddress = endpoint({
  method: 'POST',
  path: '/users/change-address',
  access: 'member',
  may: 'account.use',
  errors: ['proof_needed'],
  summary: 'Ask for another email address: it is confirmed by a link that is emailed to it',
  body: z.object({ email }),
  reply: z.object({ message: z.string() }),
  status: 202,
})

export const settings = z.object({
  /** Bookings of events that have ended are shown as past ones, and used for recommendations. */
  eventHistory: z.boolean(),
  /** The mail address is shown on the creator's page. */
  emailVisibility: z.boolean(),
})

export type Settings = z.output<typeof settings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/users/settings',
  access: 'member',
  may: 'account.use',
  feature: 'settings',
  summary: 'The switches of your account',
  reply: settings,
})

export const setSettings = endpoint({
  method: 'PUT',
  path: '/users/settings',
  access: 'member',
  may: 'account.use',
  feature: 'settings',
  summary: 'Move switches; what is not named stays as it is',
  body: z.object({ eventHistory: wireBoolean.optional(), emailVisibility: wireBoolean.optional() }),
  reply: settings,
})

/** By the names that api.ts and the client use. */
export const calls = {
  sendConfirmation,
  confirmAddress,
  changeAddress,
  stopAddressChange,
  getSettings,
  setSettings,
  startExport,
  getExport,
  deleteAccount,
  keepAccount,
}
