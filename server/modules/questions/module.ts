import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { questionMail } from './emails.ts'
import { questionRoutes } from './routes.ts'

export const questions: Module = {
  routes: questionRoutes,
  mails: ({ publicUrl }) => ({
    question: { render: questionMail(publicUrl), priority: PRIORITY.normal, notice: 'question' },
  }),
}
