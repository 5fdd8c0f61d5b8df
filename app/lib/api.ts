// The browser's client. Brings the whole contract with it, so first-view code loads it when needed: see load-api.ts.
import { createClient, httpCaller } from '../../contract/client.ts'
import { readStored } from './device-storage.ts'
import { announceUnauthorized } from './unauthorized.ts'

export const api = createClient(
  httpCaller({
    token: () => readStored('token'),
    onUnauthorized: announceUnauthorized,
    fetch: (...args) => fetch(...args),
  }),
)
