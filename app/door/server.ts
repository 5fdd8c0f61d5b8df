// The two calls of a door's device. Imports only types of the contract: the app has to be small and fast on an old phone.
import type { DoorState, ScanResult } from '../../contract/door.ts'
import { toWire, type KeptScan } from './kept-scan.ts'

/** `status` 0: no response. */
export class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`answered ${status}`)
    this.status = status
  }
}

const PATIENCE_MS = 10_000

async function ask(path: string, token: string, body?: unknown): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
      cache: 'no-store',
    })
    if (!response.ok) throw new Refused(response.status)
    return await response.json()
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(0)
  }
}

export const doorServer = {
  read: (token: string, since?: string) =>
    ask(`/api/door${since === undefined ? '' : `?since=${since}`}`, token) as Promise<DoorState>,
  send: (token: string, scans: KeptScan[], now: number) =>
    ask('/api/door/scans', token, { scans: scans.map(toWire), sentAt: new Date(now).toISOString() }) as Promise<
      ScanResult[]
    >,
}

export type DoorServer = typeof doorServer

/** The whole list of a link that was just opened is on its way while the device still opens its storage. */
export function askedEarly(token: string | null, server: DoorServer = doorServer): DoorServer {
  if (token === null) return server
  let early: Promise<DoorState> | undefined = server.read(token)
  // Avoids an unhandled rejection if nobody awaits it.
  early.catch(() => undefined)
  return {
    ...server,
    read(of, since) {
      const first = of === token && since === undefined ? early : undefined
      early = undefined
      return first ?? server.read(of, since)
    },
  }
}
