// A device and a server for the tests of the door, both played.
import { createHash, createHmac } from 'node:crypto'
import { HOUR } from '../../contract/durations.ts'
import type { DoorState, Guest, ScanResult } from '../../contract/door.ts'
import { drawCode, signedText, type CodeKind } from '../../contract/door-code.ts'
import { Door } from './door.ts'
import type { KeptScan } from './kept-scan.ts'
import { Refused, type DoorServer } from './server.ts'
import type { DoorStorage, KeptLink } from './storage.ts'

export const KEY = Buffer.alloc(32, 7)
export const END = Date.UTC(2026, 10, 15, 23)
export const codeFor = (n: number) => n.toString(16).padStart(32, '0')
export const drawn = (n: number, kind: CodeKind = 'ticket', key = KEY) => {
  const mac = createHmac('sha256', key)
    .update(signedText(kind, codeFor(n)))
    .digest()
  return drawCode(kind, codeFor(n), mac)
}
export const hashOf = (n: number) =>
  createHash('sha256').update(codeFor(n)).digest().subarray(0, 10).toString('base64').replace(/=+$/, '')
export const endOf = (n: number) => drawn(n).slice(-5)
export const guest = (n: number, seats = 1, inside = 0, name: string | null = `Guest ${n}`): Guest => [
  n,
  hashOf(n),
  seats,
  inside,
  name,
  inside > 0 ? END / 1000 - 3600 : null,
  inside > 0 ? 2 : null,
  [],
  endOf(n),
]

/** Outlives the tab. */
export function newDevice() {
  const links = new Map<string, KeptLink>()
  const scans = new Map<string, KeptScan>()
  let lists: Guest[][] = []
  const storage: DoorStorage = {
    links: async () => structuredClone([...links.values()]),
    lists: async () => structuredClone(lists),
    scans: async () => structuredClone([...scans.values()]),
    keepLink: async (link) => void links.set(link.token, structuredClone(link)),
    keepList: async (link, list) => {
      links.set(link.token, structuredClone(link))
      lists = [list]
    },
    keepChange: async (link, list) => {
      links.set(link.token, structuredClone(link))
      lists.push(list)
    },
    forgetList: async () => void (lists = []),
    keepScans: async (kept) => kept.forEach((scan) => scans.set(scan.id, structuredClone(scan))),
    erase: async (token, gone) => {
      links.delete(token)
      gone.forEach(({ id }) => scans.delete(id))
    },
  }
  return { storage, isEmpty: () => links.size + scans.size + lists.length === 0 }
}

export function newServer(list: Guest[]) {
  const taken = new Map<string, KeptScan>()
  const server = {
    isAway: false,
    readStatus: 200,
    sendStatus: 200,
    list,
    taken,
    uploads: 0,
    verdicts: new Map<string, Partial<ScanResult>>(),
    status: 'published' as DoorState['event']['status'],
    mayAdd: true,
    currency: undefined as string | undefined,
    async read() {
      if (server.isAway) throw new Refused(0)
      if (server.readStatus !== 200) throw new Refused(server.readStatus)
      const { event, ...state } = stateOf(server.list, server.status, server.mayAdd)
      return { ...state, event: { ...event, currency: server.currency } }
    },
    async send(_token: string, scans: KeptScan[]) {
      server.uploads++
      if (server.isAway) throw new Refused(0)
      if (server.sendStatus !== 200) throw new Refused(server.sendStatus)
      return scans.map((scan): ScanResult => {
        taken.set(scan.id, scan)
        const result = { id: scan.id, verdict: 'admitted', admitted: scan.seats, total: scan.seats, seats: 1 } as const
        return { ...result, ...server.verdicts.get(scan.hash ?? '') }
      })
    },
  }
  return server satisfies DoorServer & Record<string, unknown>
}

export const stateOf = (list: Guest[], status: DoorState['event']['status'], mayAdd: boolean): DoorState => ({
  event: {
    id: 1,
    title: 'Fiddle Night',
    startTime: new Date(END - 3 * HOUR).toISOString(),
    endTime: new Date(END).toISOString(),
    timeZone: 'Europe/Dublin',
    status,
    capacity: 10,
    ticketsLeft: 1,
    hasForeignCodes: false,
  },
  door: { id: 1, name: 'Main door', mayAdd, expiresAt: new Date(END + 12 * HOUR).toISOString() },
  key: KEY.toString('base64'),
  revision: '1',
  isWhole: true,
  list,
  admitted: 0,
  overLimit: 0,
  doors: [
    { id: 1, name: 'Main door', admitted: 0, overLimit: 0 },
    { id: 2, name: 'Side door', admitted: 0, overLimit: 0 },
  ],
  conflicts: [],
  now: new Date(END - 2 * HOUR).toISOString(),
})

export async function open(
  list: Guest[],
  { device = newDevice(), server = newServer(list), at = END - 2 * HOUR } = {},
) {
  const clock = { now: at }
  const tab = async (token: string | null) => {
    const door = new Door({ storage: device.storage, server, now: () => clock.now++ })
    await door.start(token)
    return door
  }
  const door = await tab('a-token')
  const say = async (text: string) => {
    await door.scan(text)
    return door.view.shown?.verdict
  }
  return { door, device, server, clock, tab, say }
}
