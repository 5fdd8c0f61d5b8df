import type { Module } from '../../module.ts'
import { doorRoutes } from './routes.ts'

export const door: Module = { routes: doorRoutes }
