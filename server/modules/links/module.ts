import type { Module } from '../../module.ts'
import { installUnsubscribe } from './http.ts'
import { linkRoutes } from './routes.ts'

export { userFinder } from './http.ts'

export const links: Module = { routes: linkRoutes, http: installUnsubscribe }
