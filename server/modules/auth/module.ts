import type { Module } from '../../module.ts'
import { googleLinkedMail, passwordResetMail } from './emails.ts'
import { authRoutes } from './routes.ts'

export const auth: Module = {
  routes: authRoutes,
  mails: ({ publicUrl }) => ({
    'password-reset': passwordResetMail(publicUrl),
    'google-linked': googleLinkedMail(publicUrl),
  }),
}
