import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { readLsn } from '../db/log-position.ts'
import { events } from '../db/schema/events.ts'
import { openDeps } from '../open-deps.ts'
import { PATIENT } from '../test-support/patient.ts'
import { soon } from '../test-support/soon.ts'
import { NEVER_OLD, world, type Person, type World } from '../test-support/world.ts'
import { createLog } from '../http/request-log.ts'
import { readMessage } from './change-message.ts'

/** A second server on the same database, as behind a balancer. */
async function anotherInstance({ deps, databaseUrl }: World): Promise<FastifyInstance> {
  const config = {
    ...readConfig({ ...PATIENT, DATABASE_URL: databaseUrl, RATE_LIMITS: 'off' }),
    dataDir: deps.config.dataDir,
  }
  const opened = await openDeps(config, databaseUrl, createLog('silent'), {}, NEVER_OLD)
  const app = await buildApp(opened.deps, { ready: opened.ready, buildDir: resolve('build') })
  onTestFinished(async () => {
    await app.close()
    await opened.close()
  })
  await soon(() => expect(opened.deps.changes.isListening).toBe(true))
  return app
}

async function twoInstances() {
  const w = await world({ pages: true })
  const creator = await w.person()
  const event = await w.event(creator, { title: 'Before', capacity: 4 })
  return { w, creator, event, apps: [w.app, await anotherInstance(w)] }
}

const bodies = (apps: FastifyInstance[], url: string) =>
  Promise.all(apps.map(async (app) => (await app.inject({ url })).body))

const shown = (apps: FastifyInstance[], url: string, text: string) =>
  soon(async () => {
    for (const body of await bodies(apps, url)) expect(body).toContain(text)
  })

const change = (creator: Person, eventId: number, title: string, isDraft = false) =>
  creator.api.events.update({
    params: { eventId },
    body: {
      title,
      description: 'Bring a fiddle.',
      venue: 'The Cobblestone',
      capacity: '4',
      startTime: '2099-05-01T20:00',
      endTime: '2099-05-01T23:00',
      isDraft,
      isFreeOfCharge: true,
    },
  })

test('a change shows on every instance, on its own at once, and to its creator', async () => {
  const { creator, event, apps } = await twoInstances()
  const urls = ['/', '/events', `/events/${event.id}`, '/api/all-events?limit=24', `/api/all-events/${event.id}`]
  for (const url of urls) await shown(apps, url, 'Before')
  await change(creator, event.id, 'After')
  expect(await creator.api.events.get({ params: { eventId: event.id } })).toMatchObject({ title: 'After' })
  for (const url of urls) expect((await bodies(apps.slice(0, 1), url))[0]).toContain('After')
  for (const url of urls) await shown(apps, url, 'After')
})

test('an event that is published shows in every list', async () => {
  const { w, creator, apps } = await twoInstances()
  const draft = await w.event(creator, { title: 'Hidden', status: 'draft' })
  for (const body of await bodies(apps, '/events')) expect(body).not.toContain('Hidden')
  await change(creator, draft.id, 'Published')
  await shown(apps, '/events', 'Published')
  await shown(apps, `/events/${draft.id}`, 'Published')
})

test('the last booking shows as sold out on every instance', async () => {
  const { w, event, apps } = await twoInstances()
  const guest = await w.person()
  await bodies(apps, '/events')
  await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 4 }, headers: {} })
  await shown(apps, '/events', 'Sold out')
  await shown(apps, `/api/all-events/${event.id}`, '"isSoldOut":true')
})

test('a seat that comes back, and the last one that goes to a guest by name, show in the lists at once', async () => {
  const { w, creator, event, apps } = await twoInstances()
  const guest = await w.person()
  const params = { eventId: event.id }
  const told: string[] = []
  w.deps.changes.onChange((tags) => told.push(...tags))
  const ticket = await guest.api.tickets.book({ body: { ...params, numberOfTickets: 4 }, headers: {} })
  await shown(apps, '/events', 'Sold out')
  told.length = 0
  await guest.api.tickets.return({ params: { ticketId: ticket.id }, body: { numberOfTickets: 1 } })
  // This instance before it answers, the other as soon as the news arrives: nothing here ages.
  expect(told).toContain('lists')
  await soon(async () => {
    for (const body of await bodies(apps, '/events')) expect(body).not.toContain('Sold out')
  })
  told.length = 0
  await creator.api.guests.add({ params, body: { name: 'Nuala', numberOfTickets: 1 } })
  expect(told).toContain('lists')
  await shown(apps, '/events', 'Sold out')
})

test('a booking changes the number of seats left everywhere, and costs the list pages nothing', async () => {
  const { w, event, apps } = await twoInstances()
  const guest = await w.person()
  const told: string[] = []
  w.deps.changes.onChange((tags) => told.push(...tags))
  await bodies(apps, `/api/all-events/${event.id}`)
  await bodies(apps, '/api/all-events?limit=24')
  await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 }, headers: {} })
  await shown(apps, `/api/all-events/${event.id}`, '"ticketsLeft":3')
  await shown(apps, '/api/all-events?limit=24', '"ticketsLeft":3')
  expect(told).not.toContain('lists')
})

test('an instance that is cut off from the news shows a change all the same', async () => {
  const { w, creator, event, apps } = await twoInstances()
  await shown(apps, `/events/${event.id}`, 'Before')
  const cutOff = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'hooley-listen' and datname = current_database()`
  await w.deps.db.execute(cutOff)
  await change(creator, event.id, 'After')
  await shown(apps, `/events/${event.id}`, 'After')
  await change(creator, event.id, 'Once more')
  await shown(apps, `/events/${event.id}`, 'Once more')
})

test.each(['', '{}', 'x', '{"v":2}', '{"v":1,"from":7,"tags":"lists"}', 'x'.repeat(7_999)])(
  'news that cannot be read (%#) invalidates everything and harms nobody',
  async (payload) => {
    const { w, event, apps } = await twoInstances()
    await shown(apps, `/events/${event.id}`, 'Before')
    // Changed behind our back: only invalidation can show it.
    await w.deps.db.update(events).set({ title: 'Behind our back' })
    await w.deps.db.execute(sql`select pg_notify('event_changes', ${payload})`)
    await shown(apps, `/events/${event.id}`, 'Behind our back')
  },
)

test('an edit is told by its own commit, and one that is rolled back is not told', async () => {
  const { w } = await twoInstances()
  const told: string[] = []
  const receiver = new pg.Client({ connectionString: w.databaseUrl })
  await receiver.connect()
  onTestFinished(() => receiver.end())
  await receiver.query('listen event_changes')
  receiver.on('notification', ({ payload }) => told.push(...(readMessage(payload)?.tags ?? [])))
  const { db, changes } = w.deps
  const undone = db.transaction(async (tx) => {
    await changes.announce(tx, 1, { isListed: true })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await db.transaction((tx) => changes.announce(tx, 2, { isListed: true }))
  await soon(() => expect(told).toContain('event:2'))
  expect(told).not.toContain('event:1')
})

test('this instance hears of a commit that was carried out and not confirmed to it', async () => {
  const { w } = await twoInstances()
  const { db, changes } = w.deps
  const told: string[] = []
  changes.onChange((tags) => told.push(...tags.filter((tag) => tag.startsWith('event:'))))
  // Its confirmation was lost, so nobody calls what announce returned.
  await db.transaction((tx) => changes.announce(tx, 2, { isListed: true }))
  await soon(() => expect(told).toContain('event:2'))
})

test('news that is told after a commit says up to where the log has to be replayed to show it', async () => {
  const { w, event } = await twoInstances()
  const receiver = new pg.Client({ connectionString: w.databaseUrl })
  await receiver.connect()
  onTestFinished(() => receiver.end())
  await receiver.query('listen event_changes')
  const received: (string | undefined)[] = []
  receiver.on('notification', ({ payload }) => received.push(readMessage(payload)?.lsn))
  const { rows: before } = await receiver.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
  await w.deps.db.update(events).set({ title: 'Committed' })
  w.deps.changes.changed(event.id)
  await soon(() => expect(received).toHaveLength(1))
  expect(readLsn(received[0])).toBeGreaterThan(readLsn(before[0]?.lsn) ?? 0n)
})
