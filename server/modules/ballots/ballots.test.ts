// Ballots (docs/product/ballot.md), from holding one to the bookings that come of it.
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { BallotFile } from '../../../contract/ballot-file.ts'
import { findBallotProblems, leafOf } from '../../../contract/ballot.ts'
import { isRoundSignature } from '../../../contract/drand.ts'
import { DAY, HOUR, MINUTE } from '../../../contract/durations.ts'
import { ballots } from '../../db/schema/ballots.ts'
import { events } from '../../db/schema/events.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import { offers, waitingEntries } from '../../db/schema/waiting-list.ts'
import {
  before,
  CLOSES,
  NUMBER,
  OPENS,
  PLAN,
  salt,
  useBallotWorld,
  type BallotWorld,
  type Scene,
} from '../../test-support/ballot-scene.ts'
import { pushReceiver } from '../../test-support/push-receiver.ts'
import { type EventFields, type Person } from '../../test-support/world.ts'
import { offerMail } from '../../ledger/offer-emails.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const sha256OfHex = (hex: string) => createHash('sha256').update(hex, 'hex').digest('hex')
const means = { sha256, sha256OfHex, isRoundSignature }

let w: BallotWorld

useBallotWorld((opened) => (w = opened))

const fileOf = async ({ params }: Scene, key?: string): Promise<BallotFile & { cancelledBecause: string | null }> => {
  const { id } = await w.visitor.ballots.ofEvent({ params, query: key ? { key } : {} })
  return w.visitor.ballots.get({ params: { ballotId: id }, query: key ? { key } : {} })
}

describe('while a ballot runs', () => {
  test('all seats are held, the event is not sold out, and nobody books or waits: they enter', async () => {
    const at = await w.scene({ capacity: 3 })
    expect(await w.seats(at.eventId)).toEqual({ sold: 0, held: 3 })
    const shown = await w.visitor.events.get({ params: at.params })
    expect(shown).toMatchObject({ isSoldOut: false, ticketsLeft: 3, ballot: 'running' })
    const anna = await w.member()
    const refused = { status: 409, message: 'Please enter the ballot' }
    const body = { numberOfTickets: 1 }
    await expect(anna.api.tickets.book({ body: { ...body, eventId: at.eventId } })).rejects.toMatchObject(refused)
    await expect(anna.api.waitingList.join({ params: at.params, body })).rejects.toMatchObject(refused)
    const { entry } = await w.entrant(at, 2)
    expect(entry).toMatchObject({ eventId: at.eventId, seats: 2, position: null })
    expect(await w.seats(at.eventId)).toEqual({ sold: 0, held: 3 })
  })

  test('the receipt is the leaf that the contract computes, and its owner alone reads it again', async () => {
    const at = await w.scene()
    const { person, entry } = await w.entrant(at, 3)
    const receipt = { eventId: at.eventId, entryId: entry.id, seats: 3, salt: entry.salt }
    expect(entry.leaf).toBe(leafOf(sha256, receipt))
    expect((await person.api.ballots.entry({ params: at.params })).entry).toEqual(entry)
    expect((await (await w.member()).api.ballots.entry({ params: at.params })).entry).toBeNull()
    expect(await person.api.ballots.mine()).toMatchObject([{ id: entry.id, title: 'Fiddle Night' }])
  })

  test('the same again is the same entry; other seats change it; leaving takes it out', async () => {
    const at = await w.scene()
    const { person, entry } = await w.entrant(at)
    const enter = (places: number, own = salt()) =>
      person.api.ballots.enter({ params: at.params, body: { seats: places, salt: own } })
    expect(await enter(1, entry.salt)).toEqual(entry)
    const changed = await enter(2)
    expect(changed).toMatchObject({ id: entry.id, seats: 2 })
    expect(changed.leaf).not.toBe(entry.leaf)
    expect(changed.leaf).toBe(leafOf(sha256, { eventId: at.eventId, entryId: entry.id, seats: 2, salt: changed.salt }))
    const countOf = async () => (await w.visitor.ballots.ofEvent({ params: at.params, query: {} })).entries
    expect(await countOf()).toBe(1)
    await person.api.ballots.leave({ params: at.params })
    await person.api.ballots.leave({ params: at.params })
    expect([await countOf(), (await person.api.ballots.entry({ params: at.params })).entry]).toEqual([0, null])
    // One receipt: while it waits to be sent, another one adds nothing.
    expect(await w.kinds(person)).toEqual(['ballot-entered'])
  })

  test('other seats or another salt alone change an entry and are written of; the same again is neither', async () => {
    const at = await w.scene()
    const { person, entry } = await w.entrant(at)
    const enter = (places: number, own: string) =>
      person.api.ballots.enter({ params: at.params, body: { seats: places, salt: own } })
    const written = async () => {
      const kept = await w.kinds(person)
      await w.deps.db.delete(mails).where(eq(mails.userId, person.id))
      return kept
    }
    expect(await written()).toEqual(['ballot-entered'])
    expect(await enter(1, entry.salt)).toEqual(entry)
    expect(await written()).toEqual([])
    const more = await enter(2, entry.salt)
    expect([more.seats, await written()]).toEqual([2, ['ballot-entered']])
    const salted = await enter(2, salt())
    expect([salted.leaf === more.leaf, await written()]).toEqual([false, ['ballot-entered']])
  })

  test('somebody who has entered one ballot enters another by an entry of its own', async () => {
    const [at, other] = [await w.scene(), await w.scene()]
    const { person, entry } = await w.entrant(at)
    const second = await person.api.ballots.enter({ params: other.params, body: { seats: 1, salt: salt() } })
    expect(second).toMatchObject({ eventId: other.eventId })
    expect(second.id).not.toBe(entry.id)
    expect((await person.api.ballots.entry({ params: at.params })).entry).toEqual(entry)
  })

  test('who may not enter is told why', async () => {
    const at = await w.scene({}, { mostSeats: 2 })
    const anna = await w.member()
    const enter = (person: Person, places = 1, eventId = at.eventId) =>
      person.api.ballots.enter({ params: { eventId }, body: { seats: places, salt: salt() } })
    const refused = (status: number, message: RegExp) => ({ status, message: expect.stringMatching(message) as string })
    await expect(enter(await w.person())).rejects.toMatchObject(refused(403, /confirm your email/))
    await expect(enter(anna, 3)).rejects.toMatchObject(refused(409, /at most 2 places/))
    await expect(enter(anna, 1, (await w.scene({}, null)).eventId)).rejects.toMatchObject(refused(404, /no ballot/))
    w.turnTo(new Date(OPENS.getTime() - 1))
    await expect(enter(anna)).rejects.toMatchObject(refused(409, /isn’t open yet/))
    w.turnTo(CLOSES)
    await expect(enter(anna)).rejects.toMatchObject(refused(409, /has closed/))
    w.turnTo(before(15 * DAY))
    const set = (fields: EventFields) => w.deps.db.update(events).set(fields).where(eq(events.id, at.eventId))
    await set({ status: 'postponed' })
    await expect(enter(anna)).rejects.toMatchObject(refused(409, /postponed/))
    await set({ status: 'cancelled' })
    await expect(enter(anna)).rejects.toMatchObject(refused(409, /cancelled/))
    await set({ status: 'published', hiddenAt: w.now() })
    await expect(enter(anna)).rejects.toMatchObject({ status: 404 })
    await expect(fileOf(at)).rejects.toMatchObject({ status: 404 })
    await set({ hiddenAt: null, linkKey: 'k'.repeat(22) })
    await expect(enter(anna)).rejects.toMatchObject({ status: 404 })
    await expect(fileOf(at)).rejects.toMatchObject({ status: 404 })
    const body = { seats: 1, salt: salt(), key: 'k'.repeat(22) }
    expect(await anna.api.ballots.enter({ params: at.params, body })).toMatchObject({ seats: 1 })
    expect((await fileOf(at, 'k'.repeat(22))).state).toBe('open')
  })

  test('its capacity can change, and nothing that takes its time or its seats away', async () => {
    const at = await w.scene({ capacity: 3 })
    const event = await at.creator.api.events.get({ params: at.params })
    const save = (changes: object) =>
      at.creator.api.events.update({
        params: at.params,
        body: {
          title: event.title,
          description: event.description,
          venue: event.venue,
          timeZone: event.timeZone,

          startTime: event.startTime,
          endTime: event.endTime,
          capacity: 3,
          ...changes,
        },
      })
    await w.entrant(at)
    await save({ capacity: 2 })
    expect(await w.seats(at.eventId)).toEqual({ sold: 0, held: 2 })
    await save({ capacity: 5 })
    expect(await w.seats(at.eventId)).toEqual({ sold: 0, held: 5 })
    const alone = { status: 409, code: 'ballot_not_here' }
    await expect(save({ approval: true })).rejects.toMatchObject(alone)
    await expect(save({ roomSize: 3 })).rejects.toMatchObject(alone)
    await expect(save({ admission: 'just-come' })).rejects.toMatchObject(alone)
    const earlier = { startTime: before(8 * DAY).toISOString(), endTime: before(7 * DAY).toISOString() }
    await expect(save(earlier)).rejects.toMatchObject({ code: 'ballot_times' })
    await expect(at.creator.api.events.postpone({ params: at.params, body: earlier })).rejects.toMatchObject({
      code: 'ballot_times',
    })
    await expect(save({ isDraft: true })).rejects.toMatchObject({ code: 'booked_cannot_be_draft' })
    await expect(at.creator.api.events.remove({ params: at.params })).rejects.toMatchObject({
      code: 'booked_cannot_be_deleted',
    })
  })
})

describe('holding a ballot', () => {
  const hold = (at: Scene, plan: Partial<typeof PLAN> = {}) => {
    w.turnTo(before(25 * DAY))
    return at.creator.api.ballots.set({ params: at.params, body: { ...PLAN, ...plan } })
  }

  test('leaves time for everything', async () => {
    const at = await w.scene({}, null)
    const times = { code: 'ballot_times' }
    await expect(hold(at, { opensAt: new Date(CLOSES.getTime() - DAY + 1).toISOString() })).rejects.toMatchObject(times)
    const draw = (time: Date) => ({ source: { ...PLAN.source, at: time.toISOString() } })
    await expect(hold(at, draw(new Date(CLOSES.getTime() + HOUR - 1)))).rejects.toMatchObject(times)
    await expect(hold(at, draw(before(4 * DAY - 1)))).rejects.toMatchObject(times)
    expect(await hold(at, draw(before(4 * DAY)))).toMatchObject({ state: 'planned' })
  })

  test('is for events that are booked here and that nobody has booked', async () => {
    const alone = { code: 'ballot_not_here' }
    await expect(w.scene({ approval: true })).rejects.toMatchObject(alone)
    await expect(w.scene({ roomSize: 10 })).rejects.toMatchObject(alone)
    await expect(w.scene({ admission: 'just-come' })).rejects.toMatchObject(alone)
    const paid = { isFreeOfCharge: false, sellingPrice: 5, payBy: ['door' as const] }
    await expect(w.scene(paid)).rejects.toMatchObject(alone)
    const at = await w.scene({}, null)
    await (await w.member()).api.tickets.book({ body: { eventId: at.eventId, numberOfTickets: 1 } })
    await expect(hold(at)).rejects.toMatchObject({ code: 'ballot_too_late' })
  })

  test('can be changed and taken back until somebody has entered', async () => {
    const at = await w.scene({ capacity: 3 })
    expect(await hold(at, { mostSeats: 1 })).toMatchObject({ mostSeats: 1 })
    await at.creator.api.ballots.remove({ params: at.params })
    expect(await w.seats(at.eventId)).toEqual({ sold: 0, held: 0 })
    await hold(at)
    w.turnTo(before(15 * DAY))
    await w.entrant(at)
    await expect(hold(at)).rejects.toMatchObject({ code: 'ballot_fixed' })
    await expect(at.creator.api.ballots.remove({ params: at.params })).rejects.toMatchObject({ code: 'ballot_fixed' })
  })
})

describe('the draw', () => {
  test('is sealed, made known, and decided by the number: those drawn first are offered places, the others wait', async () => {
    const at = await w.scene({ capacity: 3 })
    const people = []
    for (const places of [1, 2, 1, 1, 4]) people.push(await w.entrant(at, places))
    expect(await fileOf(at)).toMatchObject({ state: 'open', root: null, entries: [], order: [] })
    await expect(w.number(at, '7')).rejects.toMatchObject({ code: 'number_not_now' })
    await w.run(CLOSES)
    const sealed = await fileOf(at)
    expect(sealed).toMatchObject({ state: 'closed', number: null, order: [] })
    expect(sealed.entries).toHaveLength(5)
    expect(await findBallotProblems(sealed, means)).toEqual([])
    for (const { person } of people) expect(await w.kinds(person)).toEqual(['ballot-entered', 'ballot-closed'])
    expect(await w.kinds(at.creator)).toEqual(['ballot-number'])

    w.turnTo(new Date(NUMBER.getTime() - 1))
    await expect(w.number(at, '07, 12')).rejects.toMatchObject({ code: 'number_not_now' })
    w.turnTo(NUMBER)
    await expect(w.number(at, 'seven')).rejects.toMatchObject({ code: 'number_unreadable' })
    const stranger = await w.member()
    await expect(stranger.api.ballots.number({ params: at.params, body: { number: '7' } })).rejects.toMatchObject({
      status: 403,
    })
    expect(await w.number(at, '07, 12')).toMatchObject({ state: 'drawn' })
    await expect(w.number(at, '8')).rejects.toMatchObject({ code: 'number_known' })
    const drawn = await fileOf(at)
    expect(drawn).toMatchObject({ state: 'drawn', root: sealed.root, number: '7 12' })
    expect(await findBallotProblems(drawn, means, sealed.root ?? '')).toEqual([])

    // The allocator of the waiting list, in the order of the draw: who fits is offered seats for a day.
    const byLeaf = new Map(people.map((one) => [one.entry.leaf, one]))
    let left = 3
    for (const leaf of drawn.order) {
      const one = byLeaf.get(leaf)
      if (!one) throw new Error('a leaf of nobody')
      const waiting = await one.person.api.waitingList.get({ params: at.params })
      const isOffered = one.entry.seats <= left
      if (isOffered) left -= one.entry.seats
      expect(waiting.state).toBe(isOffered ? 'offered' : 'waiting')
      if (isOffered) expect(Date.parse(waiting.offer?.expiresAt ?? '') - w.now().getTime()).toBeGreaterThanOrEqual(DAY)
      expect((await one.person.api.ballots.entry({ params: at.params })).entry?.position).toBe(
        drawn.order.indexOf(leaf) + 1,
      )
    }
    const [offer] = await w.deps.db.select().from(offers).where(eq(offers.eventId, at.eventId))
    const letter = await offerMail('https://hooley.example', w.deps.secrets)(w.deps.db, {
      payload: { offerId: offer?.id },
    } as never)
    expect(JSON.stringify(letter)).toContain('The ballot has been drawn, and')
    const held = 3 - left
    expect(await w.seats(at.eventId)).toEqual({ sold: 0, held: held })
    expect((await w.visitor.events.get({ params: at.params })).ballot).toBe('drawn')
  })

  test('is a push notification for those who are offered places, as any other offer is', async () => {
    const at = await w.scene({ capacity: 1 })
    const people = [await w.entrant(at), await w.entrant(at)]
    for (const { person } of people)
      await person.api.notices.subscribe({
        body: { endpoint: `https://push.example/${person.id}`, keys: pushReceiver().keys },
      })
    await w.run(CLOSES)
    w.turnTo(NUMBER)
    await w.number(at, '1')
    const [offered] = await w.deps.db
      .select({ userId: waitingEntries.userId })
      .from(offers)
      .innerJoin(waitingEntries, eq(waitingEntries.id, offers.entryId))
      .where(eq(offers.eventId, at.eventId))
    const pushed = await w.deps.db.select().from(jobs).where(eq(jobs.kind, 'push'))
    expect(pushed.map(({ payload }) => payload)).toMatchObject([
      { userId: offered?.userId, title: 'A place is yours', path: `/events/${at.eventId}` },
    ])
  })

  test('skips who has left since the list was closed, whose line stays; what nobody takes goes to the next', async () => {
    const at = await w.scene({ capacity: 1 })
    const people = [await w.entrant(at), await w.entrant(at), await w.entrant(at)]
    await w.run(CLOSES)
    w.turnTo(NUMBER)
    // Which of them would be first is known to nobody before; so all but one leave.
    const [anna, ben, cleo] = people
    await anna!.person.api.ballots.leave({ params: at.params })
    await w.number(at, '1')
    const drawn = await fileOf(at)
    expect(drawn.entries).toHaveLength(3)
    expect(await findBallotProblems(drawn, means)).toEqual([])
    await expect(anna!.person.api.waitingList.get({ params: at.params })).rejects.toMatchObject({ status: 404 })
    const states = async () =>
      Promise.all(
        [ben!, cleo!].map(async ({ person }) => (await person.api.waitingList.get({ params: at.params })).state),
      )
    const first = (await states()).indexOf('offered')
    expect((await states()).toSorted()).toEqual(['offered', 'waiting'])
    const [winner, next] = first === 0 ? [ben!, cleo!] : [cleo!, ben!]
    await winner.person.api.waitingList.decline({ params: at.params })
    expect(await next.person.api.waitingList.get({ params: at.params })).toMatchObject({ state: 'offered' })
    await next.person.api.waitingList.accept({ params: at.params, body: {} })
    expect(await w.seats(at.eventId)).toEqual({ sold: 1, held: 0 })
  })

  test('goes on where it stopped, and is made once however often it is asked for', async () => {
    const at = await w.scene({ capacity: 1 })
    await w.entrant(at)
    await w.entrant(at)
    await w.run(CLOSES)
    w.turnTo(NUMBER)
    await w.deps.db.update(ballots).set({ number: '5' }).where(eq(ballots.eventId, at.eventId))
    await Promise.all([w.run(NUMBER), w.run(NUMBER), w.number(at, '5')])
    expect((await fileOf(at)).state).toBe('drawn')
    const made = await w.deps.db.select().from(offers).where(eq(offers.eventId, at.eventId))
    expect(made).toHaveLength(1)
  })

  test('leaves an account that is deleted out of the offers, and its line in the list', async () => {
    const at = await w.scene({ capacity: 5 })
    const [anna] = [await w.entrant(at), await w.entrant(at)]
    await w.run(CLOSES)
    w.turnTo(new Date(CLOSES.getTime() + MINUTE))
    await w.deps.db.execute(sql`update sessions set proved_at = ${w.now()} where user_id = ${anna.person.id}`)
    await anna.person.api.account.deleteAccount({ body: {} })
    w.turnTo(NUMBER)
    await w.number(at, '1')
    const drawn = await fileOf(at)
    expect(drawn.order).toHaveLength(2)
    expect(await findBallotProblems(drawn, means)).toEqual([])
    expect(await w.seats(at.eventId)).toEqual({ sold: 0, held: 1 })
  })
})

describe('a ballot without a draw', () => {
  test('whose number stays away for a day is cancelled in public, and booking opens', async () => {
    const at = await w.scene({ capacity: 3 })
    const { person } = await w.entrant(at)
    await w.run(CLOSES)
    await w.run(new Date(NUMBER.getTime() + DAY - 1))
    expect((await fileOf(at)).state).toBe('closed')
    await w.run(new Date(NUMBER.getTime() + DAY))
    expect(await fileOf(at)).toMatchObject({ state: 'cancelled', cancelledBecause: 'no-number', number: null })
    await expect(w.number(at, '7')).rejects.toMatchObject({ code: 'number_not_now' })
    expect(await w.kinds(person)).toEqual(['ballot-entered', 'ballot-closed', 'ballot-cancelled'])
    expect(await w.seats(at.eventId)).toEqual({ sold: 0, held: 0 })
    expect((await w.visitor.events.get({ params: at.params })).ballot).toBe('cancelled')
    await person.api.tickets.book({ body: { eventId: at.eventId, numberOfTickets: 1 } })
    await expect(at.creator.api.ballots.set({ params: at.params, body: PLAN })).rejects.toMatchObject({
      code: 'ballot_fixed',
    })
  })

  test('that could not be sealed ten minutes before the number is cancelled', async () => {
    const at = await w.scene({ capacity: 3 })
    await w.entrant(at)
    await w.run(new Date(NUMBER.getTime() - 10 * MINUTE + 1))
    expect(await fileOf(at)).toMatchObject({ state: 'cancelled', cancelledBecause: 'closed-late', root: null })
    const other = await w.scene({ capacity: 3 })
    await w.entrant(other)
    await w.run(new Date(NUMBER.getTime() - 10 * MINUTE))
    expect(await fileOf(other)).toMatchObject({ state: 'closed' })
  })

  test('that nobody entered ends when it closes', async () => {
    const at = await w.scene({ capacity: 3 })
    await w.run(CLOSES)
    expect(await fileOf(at)).toMatchObject({ state: 'cancelled', cancelledBecause: 'nobody' })
    expect(await w.seats(at.eventId)).toEqual({ sold: 0, held: 0 })
  })
})

// Published by drand: quicknet's round 1000 and the one after it.
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const RANDOMNESS = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd'
const ROUND_AT = new Date('2023-08-23T15:59:24.000Z')

describe('a round of drand', () => {
  const ago = (ms: number) => new Date(ROUND_AT.getTime() - ms)
  const plan = {
    opensAt: ago(9 * DAY).toISOString(),
    closesAt: ago(2 * HOUR).toISOString(),
    mostSeats: 4,
    source: { kind: 'drand' as const, at: ROUND_AT.toISOString() },
  }

  test('is handed in by anybody and verified here; another one is refused', async () => {
    w.turnTo(ago(9 * DAY))
    const creator = await w.person({ emailConfirmedAt: w.now() })
    const startTime = new Date(ROUND_AT.getTime() + 10 * DAY)
    const event = await w.event(creator, { capacity: 2, startTime, endTime: new Date(startTime.getTime() + HOUR) })
    const params = { eventId: event.id }
    const { id: ballotId, source } = await creator.api.ballots.set({ params, body: plan })
    expect(source).toEqual({ kind: 'drand', round: 1000 })
    w.turnTo(ago(8 * DAY))
    const anna = await w.person({ emailConfirmedAt: w.now() })
    await anna.api.ballots.enter({ params, body: { seats: 2, salt: salt() } })
    await w.run(ago(2 * HOUR))
    const hand = (signature: string) => w.visitor.ballots.round({ params: { ballotId }, body: { signature } })
    await expect(hand(SIGNATURE)).rejects.toMatchObject({ code: 'number_not_now' })
    w.turnTo(ROUND_AT)
    const wrong = { code: 'number_unreadable' }
    await expect(hand(`${SIGNATURE.slice(0, -1)}8`)).rejects.toMatchObject(wrong)
    await expect(hand('00'.repeat(48))).rejects.toMatchObject(wrong)
    await expect(creator.api.ballots.number({ params, body: { number: '7' } })).rejects.toMatchObject({ status: 404 })
    expect(await hand(SIGNATURE)).toMatchObject({ state: 'drawn' })
    expect(await hand(SIGNATURE)).toMatchObject({ state: 'drawn' })
    const file = await w.visitor.ballots.get({ params: { ballotId }, query: {} })
    expect(file).toMatchObject({ state: 'drawn', number: RANDOMNESS, source: { round: 1000, signature: SIGNATURE } })
    expect(await findBallotProblems(file, means)).toEqual([])
    expect(await anna.api.waitingList.get({ params })).toMatchObject({ state: 'offered' })
  })

  test('that was signed is told from one that was not', () => {
    expect(isRoundSignature(1000, SIGNATURE)).toBe(true)
    expect(isRoundSignature(1001, SIGNATURE)).toBe(false)
    expect(isRoundSignature(1000, 'zz')).toBe(false)
  })
})
