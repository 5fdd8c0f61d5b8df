import type { Module } from '../../module.ts'
import { storageRoutes } from './routes.ts'

export const storage: Module = {
  routes: storageRoutes,
}
