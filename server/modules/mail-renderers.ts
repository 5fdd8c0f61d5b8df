// Every kind of mail and who writes it.
import type { Config } from '../config.ts'
import type { MailRenderer } from '../mail/mail.ts'

export const mailRenderers = (_config: Config): Record<string, MailRenderer> => ({})
