import type { Deps } from '../../deps.ts'
import type { Binding } from '../../http/bind.ts'

/** Decisions, objections, roles; the console and reports beside them. */
export const moderationRoutes = (_deps: Deps): Binding[] => []
