// How the browser calls the server.
import { httpCaller } from '../../contract/http-caller.ts'
import { announceUnauthorized } from './unauthorized.ts'

export const callWith = (token: string | null) =>
  httpCaller({ token: () => token, onUnauthorized: announceUnauthorized, fetch: (...args) => fetch(...args) })
