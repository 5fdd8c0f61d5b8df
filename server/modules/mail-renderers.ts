// Every kind of mail and who writes it.
import type { Config } from '../config.ts'
import type { MailRenderer } from '../mail/mail.ts'
import { googleLinkedMail, passwordResetMail } from './auth/emails.ts'
import { bookingMail } from './tickets/emails.ts'

export const mailRenderers = ({ publicUrl }: Config): Record<string, MailRenderer> => ({
  booking: bookingMail(publicUrl),
  'password-reset': passwordResetMail(publicUrl),
  'google-linked': googleLinkedMail(publicUrl),
})
