import type { Module } from '../../module.ts'
import { placeRoutes } from './routes.ts'

export const places: Module = {
  routes: placeRoutes,
}
