// Hands an encrypted message to the push service that a browser named.
import type { Outside } from '../net/outside.ts'

export interface PushRequest {
  endpoint: string
  headers: Record<string, string>
  body: Buffer
  signal?: AbortSignal
}

/** deps.push: the status that the service answered. Tests hand in their own. */
export interface PushService {
  send(message: PushRequest): Promise<number>
}

export const pushService = (outside: Outside): PushService => ({
  send: async ({ endpoint, ...message }) => (await outside.post({ url: endpoint, ...message })).status,
})
