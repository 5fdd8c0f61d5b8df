import type { Module } from '../../module.ts'
import { moderationRoutes } from './routes.ts'

export const moderation: Module = { routes: moderationRoutes }
