import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import type { ApiError } from '../../../contract/api-error.ts'
import { createRateLimits, type RateLimits } from '../../http/rate-limits.ts'
import { rates } from '../../modules.ts'
import { world } from '../../test-support/world.ts'

const BODY = {
  title: 'Fiddle Night',
  description: 'Bring a fiddle.',
  venue: 'The Cobblestone, Dublin',
  startTime: '2099-05-01T20:00:00Z',
  endTime: '2099-05-01T23:00:00Z',
  capacity: 20,
  isDraft: true,
  isVirtual: false,
  isFreeOfCharge: true,
}

const status = (call: Promise<unknown>) =>
  call.then(
    () => 'stored',
    (error: ApiError) => error.status,
  )

async function use(limits: RateLimits, rate: Parameters<RateLimits['take']>[0], id: number, times: number) {
  for (let n = 0; n < times; n++) await limits.take(rate, id)
}

const confirmedAt = (days: number, emailConfirmedAt: Date | null = new Date()) => ({
  createdAt: new Date(Date.now() - days * DAY),
  emailConfirmedAt,
})

test.each([
  ['confirmed and a week old', confirmedAt(7), 'createEvent', 200, 'saveEvent', 5_000],
  ['confirmed and six days old', confirmedAt(6), 'createEventWhenNew', 50, 'saveEventWhenNew', 1_000],
  ['a year old and unconfirmed', confirmedAt(365, null), 'createEventWhenNew', 50, 'saveEventWhenNew', 1_000],
] as const)(
  'an account that is %s makes and saves so many events a day',
  async (_who, fields, makes, made, saves, saved) => {
    const limits = createRateLimits(undefined, rates)
    const { person, event } = await world({ env: { RATE_LIMITS: 'on' }, deps: { limits } })
    const nora = await person(fields)
    const { id: eventId } = await event(nora)
    const create = () => status(nora.api.events.create({ body: BODY }))
    const save = () => status(nora.api.events.update({ params: { eventId }, body: BODY }))
    await use(limits, makes, nora.id, made - 1)
    expect([await create(), await create()]).toEqual(['stored', 429])
    await use(limits, saves, nora.id, saved - 1)
    expect([await save(), await save()]).toEqual(['stored', 429])
  },
)

test('a save that is refused counts as well, and fifty at once are fifty', async () => {
  const limits = createRateLimits(undefined, rates)
  const { person, event } = await world({ env: { RATE_LIMITS: 'on' }, deps: { limits } })
  const [nora, aoife] = [await person(), await person()]
  const [{ id: own }, { id: others }] = [await event(nora), await event(aoife)]
  expect(await status(nora.api.events.create({ body: { ...BODY, isFreeOfCharge: false } }))).toBe(400)
  expect(
    await status(nora.api.events.update({ params: { eventId: own }, body: { ...BODY, isFreeOfCharge: false } })),
  ).toBe(400)
  // Nothing is looked at of what somebody else may not save.
  expect(await status(nora.api.events.update({ params: { eventId: others }, body: BODY }))).toBe(403)
  expect(await limits.used('createEventWhenNew', nora.id)).toBe(1)
  expect(await limits.used('saveEventWhenNew', nora.id)).toBe(1)
  const results = await Promise.all(Array.from({ length: 53 }, () => status(nora.api.events.create({ body: BODY }))))
  expect(results.filter((result) => result === 'stored')).toHaveLength(49)
})

test('what fails on our side is not counted', async () => {
  const limits = createRateLimits(undefined, rates)
  const { person, deps } = await world({ env: { RATE_LIMITS: 'on' }, deps: { limits } })
  const nora = await person()
  await deps.db.execute(sql`alter table events rename to events_away`)
  expect(await status(nora.api.events.create({ body: BODY }))).toBe(500)
  await deps.db.execute(sql`alter table events_away rename to events`)
  expect(await limits.used('createEventWhenNew', nora.id)).toBe(0)
})

test('a copy is a new event, and calling off or bringing back is a save', async () => {
  const limits = createRateLimits(undefined, rates)
  const { person, event } = await world({ env: { RATE_LIMITS: 'on' }, deps: { limits } })
  const nora = await person()
  const { id: eventId } = await event(nora)
  const params = { eventId }
  await nora.api.events.duplicate({ params })
  await nora.api.events.cancel({ params, body: {} })
  await nora.api.events.reinstate({ params, body: {} })
  await nora.api.events.postpone({ params, body: {} })
  expect(await limits.used('createEventWhenNew', nora.id)).toBe(1)
  expect(await limits.used('saveEventWhenNew', nora.id)).toBe(3)
  await use(limits, 'createEventWhenNew', nora.id, 49)
  expect(await status(nora.api.events.duplicate({ params }))).toBe(429)
})
