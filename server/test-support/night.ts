// An evening at the door of an event, for tests.
import { eq } from 'drizzle-orm'
import { HOUR } from '../../contract/durations.ts'
import type { DoorScan } from '../../contract/door.ts'
import { drawnCode } from '../access/door-codes.ts'
import { tickets } from '../db/schema/tickets.ts'
import { world, type World } from './world.ts'

export const START = new Date('2026-11-15T20:00:00Z')

/** A night with its clock, a guest with four seats, and two doors. */
export async function night(fields: { capacity?: number; seats?: number; env?: Record<string, string> } = {}) {
  const clock = { now: new Date(START.getTime() - HOUR) }
  const opened = await world({ deps: { clock: () => clock.now }, env: fields.env })
  const creator = await opened.person()
  const guest = await opened.person({ firstName: 'Aoife', lastName: 'Kelly' })
  const event = await opened.event(creator, { startTime: START, capacity: fields.capacity ?? 10 })
  const link = async (name: string, mayAdd = true) => {
    const made = await creator.api.door.createLink({ params: { eventId: event.id }, body: { name, mayAdd } })
    return { ...made, api: opened.apiWith(made.token).door }
  }
  const book = async (numberOfTickets = 1) => {
    const { id } = await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets } })
    return getTicket(opened, id)
  }
  const codeOf = (ticket: { code: string }) => drawnCode(opened.deps.secrets, event, ticket)
  return { ...opened, newEvent: opened.event, clock, creator, guest, event, link, book, codeOf }
}

export async function getTicket({ deps }: Pick<World, 'deps'>, id: number) {
  const [row] = await deps.db.select().from(tickets).where(eq(tickets.id, id))
  if (!row) throw new Error('no ticket')
  return row
}

export type Night = Awaited<ReturnType<typeof night>>
export type Door = Awaited<ReturnType<Night['link']>>

let made = 0
/** At the time that the clock shows, unless it says when. */
export const scanOf = ({ clock }: Pick<Night, 'clock'>, fields: Partial<DoorScan>): DoorScan => ({
  id: `scan-${++made}`,
  seats: 1,
  at: clock.now.toISOString(),
  ...fields,
})

export const send = (at: Pick<Night, 'clock'>, door: Door, ...scans: Partial<DoorScan>[]) =>
  door.api.sendScans({
    body: { scans: scans.map((scan) => scanOf(at, scan)), sentAt: at.clock.now.toISOString() },
  })
