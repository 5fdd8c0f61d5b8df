import { api } from '../../../contract/api.ts'
import { MINUTE } from '../../../contract/durations.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { retryFailed } from './commands.ts'
import { claimAdministrator, promoteAdministrator } from './first-administrator.ts'
import { readInstallation } from './queries.ts'

const installationRoutes = (deps: Deps): Binding[] => [
  bind(api.installation.read, () => readInstallation(deps)),
  bind(api.installation.retry, ({ body }) => retryFailed(deps, body)),
  bind(api.installation.claimAdministrator, ({ body }, user) => claimAdministrator(deps, user, body.token)),
]

export const installation: Module = {
  routes: installationRoutes,
  jobs: { 'promote-administrator': { run: promoteAdministrator } },
  schedule: { 'promote-administrator': MINUTE },
}

export { administratorSentence } from './first-administrator.ts'
