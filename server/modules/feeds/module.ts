import type { Module } from '../../module.ts'
import { installFeeds } from './http.ts'
import { feedRoutes } from './routes.ts'

// For the routes outside of /api.
export const feeds: Module = { routes: feedRoutes, http: installFeeds }
