import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { deleteFile, startUpload } from './commands.ts'

export const storageRoutes = (deps: Deps): Binding[] => [
  bind(api.storage.presignedUrl, ({ query }, user) => startUpload(deps, user, query)),
  bind(api.storage.deleteFile, ({ query }, user) => deleteFile(deps, user, query.key)),
]
