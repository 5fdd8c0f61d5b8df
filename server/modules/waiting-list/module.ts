import type { Module } from '../../module.ts'
import { waitingListRoutes } from './routes.ts'

// For an account that is deleted.
export { leave } from './commands.ts'

export const waitingList: Module = { routes: waitingListRoutes }
