import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { writeToUs } from './commands.ts'

export const contactRoutes = (deps: Deps): Binding[] => [
  bind(api.contact.writeToUs, ({ body, headers }, _user, { ip }) =>
    writeToUs(deps, body, headers['idempotency-key'], ip),
  ),
]
