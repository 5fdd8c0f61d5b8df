// The package brings no types; this is what the tests use of it.
declare module 'oidc-provider' {
  import type { Server } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: object)
    listen(port: number, host: string, listening: () => void): Server
    Grant: new (about: { clientId: string; accountId: string }) => {
      addOIDCScope(scope: string): void
      save(): Promise<string>
    }
  }
}
