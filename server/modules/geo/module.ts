import type { Module } from '../../module.ts'
import { geoRoutes } from './routes.ts'

export const geo: Module = {
  routes: geoRoutes,
}
