import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import type { ImportRow, ImportSource } from '../../../contract/imports.ts'
import { sessions } from '../../db/schema/auth.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { drawnCode } from '../../access/door-codes.ts'
import { night, send } from '../../test-support/night.ts'
import { soon } from '../../test-support/soon.ts'
import { openClockedWorld, type Clocked } from '../../test-support/sold-out.ts'
import type { Person, World } from '../../test-support/world.ts'

let clocked: Clocked
let w: World
let creator: Person
beforeAll(async () => {
  clocked = await openClockedWorld()
  w = clocked.w
  creator = await w.person()
})
afterAll(() => w.close())

interface More {
  source?: ImportSource
  dryRun?: boolean
  withBooked?: boolean
}

const bring = (eventId: number, rows: ImportRow[], { source = 'luma', ...more }: More = {}) =>
  creator.api.imports.guests({ params: { eventId }, body: { source, rows, ...more } })

const ticketsOf = (eventId: number) =>
  w.deps.db.select().from(tickets).where(eq(tickets.eventId, eventId)).orderBy(tickets.id)

const seatsOf = async (eventId: number) => {
  const [row] = await w.deps.db.select().from(events).where(eq(events.id, eventId))
  return row && { sold: row.ticketsSold, held: row.held }
}

describe('bringing guests along', () => {
  test('says of each row what would become of it, and does the same', async () => {
    const { id: eventId } = await w.event(creator, { capacity: 5 })
    const nora = await w.person()
    await nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    const rows: ImportRow[] = [
      { ref: 'gst-1', name: 'Aoife Kelly', email: 'aoife@example.org' },
      { ref: 'gst-2', name: ' ', email: 'nobody@example.org' },
      { ref: 'gst-3', name: 'Nora', email: nora.email.toUpperCase() },
      { ref: 'gst-4', name: 'Ben', status: 'declined' },
      { ref: 'gst-5', name: 'Tom', seats: 2, email: 'not an address' },
      { ref: 'gst-6', name: 'Too Many', seats: 4 },
      { ref: 'gst-7', name: 'Last One' },
    ]
    const states = ['new', 'no-name', 'booked', 'cancelled', 'new', 'no-seat', 'new']
    const dry = await bring(eventId, rows, { dryRun: true })
    expect(dry).toEqual({ import: null, rows: states, guests: 3, seats: 4, open: 4 })
    expect(await seatsOf(eventId)).toEqual({ sold: 1, held: 0 })
    const done = await bring(eventId, rows)
    expect(done).toMatchObject({ import: { source: 'luma', guests: 3, seats: 4 }, rows: states })
    expect(await seatsOf(eventId)).toEqual({ sold: 5, held: 0 })
    expect((await ticketsOf(eventId)).slice(1)).toMatchObject([
      { userId: null, guestName: 'Aoife Kelly', guestEmail: 'aoife@example.org', wantsMail: false },
      { guestName: 'Tom', guestEmail: null, numberOfTickets: 2 },
      { guestName: 'Last One' },
    ])
    const again = await bring(eventId, rows)
    expect([again.import, again.rows.filter((state) => state === 'again').length]).toEqual([null, 3])
    expect(await seatsOf(eventId)).toEqual({ sold: 5, held: 0 })
    expect(
      await w.deps.db.$count(mails, sql`${mails.ticketId} in (select id from tickets where import_id is not null)`),
    ).toBe(0)
    expect((await creator.api.team.history({ params: { eventId } })).map(({ act }) => act)).toEqual(['imported-guests'])
  })

  test('without an id the same person is the same row again, and two alike are two', async () => {
    const { id: eventId } = await w.event(creator)
    const rows = [
      { name: 'Aoife Kelly', email: 'a@example.org' },
      { name: 'Aoife Kelly', email: 'a@example.org' },
    ]
    expect((await bring(eventId, rows)).rows).toEqual(['new', 'new'])
    expect((await bring(eventId, [...rows, ...rows.slice(1)])).rows).toEqual(['again', 'again', 'new'])
    expect(JSON.stringify((await ticketsOf(eventId)).map(({ importRef }) => importRef))).not.toContain('example.org')
  })

  test('somebody with six friends gets several bookings of at most four', async () => {
    const { id: eventId } = await w.event(creator)
    const rows = [{ ref: '8811', name: 'Aoife', seats: 7 }]
    expect(await bring(eventId, rows, { source: 'meetup' })).toMatchObject({ guests: 2, seats: 7 })
    expect((await ticketsOf(eventId)).map(({ numberOfTickets }) => numberOfTickets)).toEqual([4, 3])
    expect((await bring(eventId, rows, { source: 'meetup' })).rows).toEqual(['again'])
  })

  test('those who booked here come along if that is wished for', async () => {
    const { id: eventId } = await w.event(creator)
    const nora = await w.person()
    await nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    const rows = [{ ref: '1', name: 'Nora', email: nora.email }]
    expect((await bring(eventId, rows)).rows).toEqual(['booked'])
    expect((await bring(eventId, rows, { withBooked: true })).rows).toEqual(['new'])
  })

  test('a code of ours, one that a spreadsheet has rounded, or one that another guest has is refused with its row', async () => {
    const { id: eventId } = await w.event(creator)
    const nora = await w.person()
    const other = await w.event(creator)
    const { id } = await nora.api.tickets.book({ body: { eventId: other.id, numberOfTickets: 1 } })
    const [ticket] = await w.deps.db.select().from(tickets).where(eq(tickets.id, id))
    const rows = [
      { ref: '1', name: 'A', code: drawnCode(w.deps.secrets, other, ticket!) },
      { ref: '2', name: 'B', code: '8.14847E+17' },
      { ref: '3', name: 'C', code: '0814847311126137001' },
      { ref: '4', name: 'D', code: '0814847311126137001' },
      { ref: '5', name: 'E', code: 'naïve' },
    ]
    const states = ['code-ours', 'code-mangled', 'new', 'code-twice', 'code-mangled']
    expect((await bring(eventId, rows, { source: 'eventbrite' })).rows).toEqual(states)
    const collides = [{ ref: '3', name: 'F', code: '0814847311126137001' }]
    expect((await bring(eventId, collides, { source: 'ticket-tailor' })).rows).toEqual(['code-twice'])
    // At another event it is another guest's.
    expect((await bring(other.id, collides, { source: 'ticket-tailor' })).rows).toEqual(['new'])
  })

  test('needs proof, a published event, and a row', async () => {
    const { id: eventId } = await w.event(creator)
    const { id: draftId } = await w.event(creator, { status: 'draft' })
    const rows = [{ name: 'Aoife' }]
    await expect(bring(draftId, rows)).rejects.toMatchObject({ code: 'publish_first' })
    await expect(bring(eventId, [])).rejects.toMatchObject({ status: 400 })
    await expect(bring(eventId, Array<ImportRow>(5_001).fill({ name: 'A' }))).rejects.toMatchObject({ status: 400 })
    const another = await w.person()
    const { id: others } = await w.event(another)
    await w.deps.db.update(sessions).set({ provedAt: null }).where(eq(sessions.userId, another.id))
    const asked = another.api.imports.guests({ params: { eventId: others }, body: { source: 'luma', rows } })
    await expect(asked).rejects.toMatchObject({ code: 'proof_needed' })
  })

  test('two imports of the same file at once make its guests once, and nobody’s seat is sold twice', async () => {
    const { id: eventId } = await w.event(creator, { capacity: 3 })
    const nora = await w.person()
    const rows = Array.from({ length: 3 }, (_, n) => ({ ref: String(n), name: `Guest ${n}` }))
    const book = () => nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } }).catch(() => null)
    await Promise.all([bring(eventId, rows), book(), bring(eventId, rows)])
    const made = await ticketsOf(eventId)
    expect(made.length).toBe(3)
    expect(new Set(made.map(({ importRef, userId }) => importRef ?? userId)).size).toBe(3)
    expect(await seatsOf(eventId)).toEqual({ sold: 3, held: 0 })
  })

  test('seats that are held for those who wait stay theirs', async () => {
    const { id: eventId } = await w.event(creator, { capacity: 2, ticketsSold: 1, held: 1 })
    expect((await bring(eventId, [{ name: 'Aoife' }], { dryRun: true })).rows).toEqual(['no-seat'])
  })
})

describe('undoing', () => {
  test('removes who was neither let in, changed nor written to, for a day; the file can be imported again', async () => {
    const { id: eventId } = await w.event(creator)
    const rows = ['In', 'Said', 'Fewer', 'Mailed', 'Untouched'].map((name, n) => ({ ref: String(n), name, seats: 2 }))
    const { import: made } = await bring(eventId, rows)
    const [first, second, third, fourth] = await ticketsOf(eventId)
    const change = (id: number, fields: Partial<typeof tickets.$inferInsert>) =>
      w.deps.db.update(tickets).set(fields).where(eq(tickets.id, id))
    await change(first!.id, { admitted: 1 })
    await change(second!.id, { coming: true })
    await creator.api.tickets.takeBack({ params: { eventId, ticketId: third!.id }, body: { reason: 'Full.' } })
    await w.deps.db.insert(mails).values({ kind: 'guest-ticket', ticketId: fourth!.id })
    const undo = () => creator.api.imports.undo({ params: { eventId, importId: made!.id } })
    expect(await undo()).toEqual({ removed: 1, kept: 4 })
    expect(await undo()).toEqual({ removed: 0, kept: 4 })
    expect((await creator.api.imports.list({ params: { eventId } }))[0]).toMatchObject({
      undoneAt: clocked.now().toISOString(),
    })
    expect((await bring(eventId, rows)).rows).toEqual(['again', 'again', 'again', 'again', 'new'])
    const sum = (await ticketsOf(eventId)).reduce((all, { numberOfTickets }) => all + numberOfTickets, 0)
    expect((await seatsOf(eventId))?.sold).toBe(sum)
  })

  test('offers the seats to the people waiting before anybody else can book them', async () => {
    const { id: eventId } = await w.event(creator, {
      capacity: 2,
      startTime: new Date(clocked.now().getTime() + 200 * HOUR),
    })
    const { import: made } = await bring(eventId, [{ name: 'Aoife', seats: 2 }])
    const waiting = await w.person()
    await waiting.api.waitingList.join({ params: { eventId }, body: { numberOfTickets: 2 } })
    await creator.api.imports.undo({ params: { eventId, importId: made!.id } })
    expect(await seatsOf(eventId)).toMatchObject({ sold: 0, held: 2 })
    await expect((await w.person()).api.tickets.book({ body: { eventId, numberOfTickets: 1 } })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('is too late after 24 hours, and only for those who run the event', async () => {
    const { id: eventId } = await w.event(creator, { startTime: new Date(clocked.now().getTime() + 200 * HOUR) })
    const { import: made } = await bring(eventId, [{ name: 'Aoife' }])
    const undo = { params: { eventId, importId: made!.id } }
    await expect((await w.person()).api.imports.undo(undo)).rejects.toMatchObject({ status: 403 })
    const elsewhere = { params: { eventId: (await w.event(creator)).id, importId: made!.id } }
    await expect(creator.api.imports.undo(elsewhere)).rejects.toMatchObject({ code: 'import_not_found' })
    await w.deps.db.execute(sql`update imports set undo_until = ${clocked.now()} where id = ${made!.id}`)
    await expect(creator.api.imports.undo(undo)).rejects.toMatchObject({ code: 'undo_too_late' })
  })

  test('a door that had loaded them forgets them', async () => {
    const at = await night()
    const door = await at.link('Main door')
    const params = { eventId: at.event.id }
    const body = { source: 'luma' as const, rows: [{ name: 'Aoife', code: 'a-code-of-luma' }] }
    const { import: made } = await at.creator.api.imports.guests({ params, body })
    const before = await door.api.get()
    expect(before).toMatchObject({ list: [expect.anything()], event: { hasForeignCodes: true } })
    await at.creator.api.imports.undo({ params: { ...params, importId: made!.id } })
    const after = await door.api.get({ query: { since: before.revision } })
    expect(after).toMatchObject({ isWhole: true, list: [], event: { hasForeignCodes: false } })
    // From when no transaction is open that was when they went; other tests have some on the same server.
    await soon(async () => {
      const { revision } = await door.api.get()
      expect(await door.api.get({ query: { since: revision } })).toMatchObject({ isWhole: false })
    })
    expect(await send(at, door, { code: 'a-code-of-luma' })).toMatchObject([{ verdict: 'unknown' }])
  })
})
