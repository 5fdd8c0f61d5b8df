import type { Module } from '../../module.ts'
import { guestRoutes } from './routes.ts'

export const guests: Module = { routes: guestRoutes }
