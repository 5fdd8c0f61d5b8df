// A real OpenID provider in the place of Google. Whatever address one types is the account; a login that begins with
// `unverified` has not proven its address.
import type { Server } from 'node:http'
import Provider from 'oidc-provider'

interface GrantContext {
  oidc: { client: { clientId: string }; session: { accountId: string } }
}

export const CLIENT = { id: 'hooley', secret: 'only-for-tests' }

export async function startIdentityProvider(port: number, redirectUri: string): Promise<Server> {
  const provider: Provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    cookies: { keys: ['only-for-tests'] },
    // As Google does: the claims stand in the ID token.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id.replace(/^unverified-/, ''),
        email_verified: !id.startsWith('unverified-'),
        given_name: 'Gráinne',
        family_name: 'Googler',
      }),
    }),
    // Google asks for consent once; here it is given.
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  return new Promise((resolve) => {
    const server = provider.listen(port, '127.0.0.1', () => resolve(server))
  })
}
