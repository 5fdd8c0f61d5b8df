import type { Module } from '../../module.ts'
import { eventRoutes } from './routes.ts'

export const events: Module = {
  routes: eventRoutes,
}
