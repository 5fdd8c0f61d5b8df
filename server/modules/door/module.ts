import type { Module } from '../../module.ts'
import { installDoorPage } from './http.ts'
import { doorRoutes } from './routes.ts'

export const door: Module = { routes: doorRoutes, http: installDoorPage }
