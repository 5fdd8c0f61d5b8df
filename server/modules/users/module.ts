import type { Module } from '../../module.ts'
import { userRoutes } from './routes.ts'

export const users: Module = {
  routes: userRoutes,
}
