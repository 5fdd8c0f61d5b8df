import type { Module } from '../../module.ts'
import { moderationConsoleRoutes } from './routes.ts'

export const moderationConsole: Module = { routes: moderationConsoleRoutes }
