import type { Module } from '../../module.ts'
import { featuredRoutes } from './routes.ts'

export const featured: Module = { routes: (deps) => featuredRoutes(deps) }
