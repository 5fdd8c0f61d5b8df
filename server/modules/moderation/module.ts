import type { Module } from '../../module.ts'
import { moderationRoutes } from './routes.ts'

export const moderation: Module = { routes: moderationRoutes }

// For the modules beside it: reports and the console.
export { writeAudit } from './audit.ts'
export { readWords, writeWords } from './words.ts'
