// Every kind of mail and who writes it.
import type { Config } from '../config.ts'
import type { MailRenderer } from '../mail/mail.ts'
import { passwordResetMail } from './auth/emails.ts'

export const mailRenderers = ({ publicUrl }: Config): Record<string, MailRenderer> => ({
  'password-reset': passwordResetMail(publicUrl),
})
