// The one list of modules.
import type { Config } from './config.ts'
import type { MailRenderer } from './mail/mail.ts'
import type { Module } from './module.ts'
import { auth } from './modules/auth/module.ts'
import { events } from './modules/events/module.ts'
import { geo } from './modules/geo/module.ts'
import { storage } from './modules/storage/module.ts'
import { tickets } from './modules/tickets/module.ts'
import { users } from './modules/users/module.ts'

export const modules: Module[] = [auth, users, events, geo, tickets, storage]

export const mailRenderers = (config: Config): Record<string, MailRenderer> =>
  Object.assign({}, ...modules.map(({ mails }) => mails?.(config))) as Record<string, MailRenderer>
