import type { Module } from '../../module.ts'
import { installEmbeds } from './http.ts'
import { embedRoutes } from './routes.ts'

export const embeds: Module = { routes: embedRoutes, http: installEmbeds }
