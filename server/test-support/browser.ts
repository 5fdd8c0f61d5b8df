// A browser as the server knows it: keeps its cookies, and may be signed in.
import type { World } from './world.ts'

interface Reply {
  status: number
  code: string | undefined
  body: {
    access_token?: string | null
    ticket?: { id: number; numberOfTickets: number } | null
    state?: string
    message?: string
    ended?: string
  }
}

export function browserOf({ app }: World, { ip = '192.0.2.1' } = {}) {
  const jar = new Map<string, string>()
  const post = async (url: string, payload: object, headers: Record<string, string> = {}): Promise<Reply> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.inject({
      method: 'POST',
      url: `/api${url}`,
      payload,
      remoteAddress: ip,
      headers: {
        ...headers,
        ...(cookie && { cookie }),
        ...(browser.token && { authorization: `Bearer ${browser.token}` }),
      },
    })
    for (const { name, value } of response.cookies) jar.set(name, value)
    const code = response.headers['x-error-code']
    return { status: response.statusCode, code: code === undefined ? undefined : String(code), body: response.json() }
  }
  const browser = {
    /** Of the session that this browser is signed in with. */
    token: undefined as string | undefined,
    jar,
    askForCode: (email: string) => post('/auth/code', { email }),
    verify: (email: string, code: string, more: object = {}) => post('/auth/code/verify', { email, code, ...more }),
    prove: (emailCode: string) => post('/users/proof', { emailCode }),
    book: (eventId: number, email: string, more: { key?: string; name?: string; numberOfTickets?: number } = {}) => {
      const { key, ...fields } = more
      const body = { eventId, numberOfTickets: 1, name: 'Nora Byrne', email, ...fields }
      return post('/tickets/quick', body, key ? { 'idempotency-key': key } : {})
    },
  }
  return browser
}
