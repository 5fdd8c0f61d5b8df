import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { fewLeftMail } from './emails.ts'
import { FEW_LEFT_MAIL, tellFewLeft } from './few-left.ts'
import { favouriteRoutes } from './routes.ts'

export const favourites: Module = {
  routes: favouriteRoutes,
  mails: ({ publicUrl }) => ({
    [FEW_LEFT_MAIL]: { render: fewLeftMail(publicUrl), priority: PRIORITY.soon, notice: 'saved' },
  }),
  jobs: { 'tell-few-left': { run: tellFewLeft } },
}
