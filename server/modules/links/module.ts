import type { Module } from '../../module.ts'
import { linkRoutes } from './routes.ts'

export const links: Module = {
  routes: linkRoutes,
}
