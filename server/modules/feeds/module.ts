import type { Module } from '../../module.ts'
import { feedRoutes } from './routes.ts'

// For the routes outside of /api.
export { bookingsFeed, creatorFeed, eventsFeed, feedQuestion } from './reads.ts'

export const feeds: Module = { routes: feedRoutes }
