import type { Module } from '../../module.ts'
import { sendPush } from './push.ts'
import { noticeRoutes } from './routes.ts'

export const notices: Module = {
  routes: noticeRoutes,
  // Slots of its own: a push service that hangs holds up nothing else.
  jobs: { push: { run: sendPush, slots: 4 } },
}
