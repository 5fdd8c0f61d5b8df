import type { Module } from '../../module.ts'
import { embedRoutes } from './routes.ts'

export const embeds: Module = {
  routes: embedRoutes,
}
