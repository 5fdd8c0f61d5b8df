// A deleted picture is gone from the first answer on, and none of its files stays behind, whatever fails in between.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import { uploads } from '../../db/schema/storage.ts'
import * as files from '../../test-support/pictures.ts'
import { replaceStorage, uploadClient } from '../../test-support/upload-client.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { removeUnused, sweepOrphans } from './orphans.ts'

let w: World
let anna: Person
let client: ReturnType<typeof uploadClient>

beforeAll(async () => {
  w = await openWorld()
  anna = await w.person()
  client = uploadClient(w)
})
afterAll(() => w.close())

const away = () => Promise.reject(new AppError('storage_unavailable', { retryAfterSeconds: 5 }))
const small = () => files.picture({ width: 900, height: 300 })
const age = (key: string, hours: number) =>
  w.deps.db
    .update(uploads)
    .set({ createdAt: new Date(Date.now() - hours * 3_600_000) })
    .where(eq(uploads.key, key))

test('while the storage is away a deleted picture is not served, and deleting it once more removes it', async () => {
  const { key } = await client.upload(anna, await small())
  const restore = replaceStorage(w, 'remove', away)
  expect(await client.remove(anna, key)).toBe(503)
  expect(await client.statusOf(key)).toBe(404)
  expect(await client.statusOf(key.replace('.jpg', '-400.webp'))).toBe(404)
  restore()
  expect(await client.filesOf(key)).toHaveLength(4)
  expect(await client.remove(anna, key)).toBe(200)
  expect(await client.filesOf(key)).toEqual([])
  expect(await client.rowOf(key)).toBeUndefined()
})

test('a picture whose files could not be removed is removed by the next sweep', async () => {
  const { key } = await client.upload(anna, await small())
  const restore = replaceStorage(w, 'remove', away)
  expect(await client.remove(anna, key)).toBe(503)
  await sweepOrphans(w.deps)
  expect((await client.rowOf(key))?.deletedAt).toBeInstanceOf(Date)
  restore()
  await sweepOrphans(w.deps)
  expect(await client.filesOf(key)).toEqual([])
  expect(await client.rowOf(key)).toBeUndefined()
})

test.each([0, 1, 2, 3])('after %d files were removed a crash leaves a row that leads to the rest', async (count) => {
  const { key } = await client.upload(anna, await small())
  const own = w.deps.storage.remove.bind(w.deps.storage)
  let removed = 0
  const restore = replaceStorage(w, 'remove', async (file) => {
    if (removed === count) throw new Error('the process died')
    removed++
    await own(file)
  })
  expect(await client.remove(anna, key)).not.toBe(200)
  restore()
  expect(await client.rowOf(key)).toBeDefined()
  expect(await client.statusOf(key)).toBe(404)
  await sweepOrphans(w.deps)
  expect(await client.filesOf(key)).toEqual([])
  expect(await client.rowOf(key)).toBeUndefined()
})

test('after all files were removed and the row was not, the sweep removes the row', async () => {
  const { key } = await client.upload(anna, await small())
  const { db } = w.deps
  const own = db.delete.bind(db)
  const restore = () => void Object.assign(db, { delete: own })
  onTestFinished(restore)
  Object.assign(db, {
    delete: () => {
      throw new Error('the process died')
    },
  })
  expect(await client.remove(anna, key)).toBe(500)
  restore()
  expect(await client.filesOf(key)).toEqual([])
  expect(await client.rowOf(key)).toBeDefined()
  await sweepOrphans(w.deps)
  expect(await client.rowOf(key)).toBeUndefined()
})

test('a picture that is being deleted cannot become the picture of an event', async () => {
  const { key } = await client.upload(anna, await small())
  const restore = replaceStorage(w, 'remove', away)
  await client.remove(anna, key)
  restore()
  const body = {
    title: 'Fiddle Night',
    description: 'Bring a fiddle.',
    venue: 'Dublin',
    capacity: 5,
    imageUrl: key,
    startTime: '2027-03-03T19:30',
    endTime: '2027-03-03T22:00',
  }
  await expect(anna.api.events.create({ body })).rejects.toMatchObject({ status: 400 })
})

test('one file that cannot be removed does not keep the sweep from the others', async () => {
  const [stuck, other] = [await client.upload(anna, await small()), await client.upload(anna, await small())]
  for (const { key } of [stuck, other]) await age(key, 25)
  const own = w.deps.storage.remove.bind(w.deps.storage)
  const restore = replaceStorage(w, 'remove', (file) => (file === stuck.key ? away() : own(file)))
  await sweepOrphans(w.deps)
  restore()
  expect(await client.rowOf(stuck.key)).toBeDefined()
  expect(await client.rowOf(other.key)).toBeUndefined()
  await sweepOrphans(w.deps)
  expect(await client.rowOf(stuck.key)).toBeUndefined()
})

test('more than one round is swept when there is more to sweep', async () => {
  await w.deps.db.execute(sql`
    insert into uploads (key, user_id, content_type, created_at)
    select 'events/many' || n || '.jpg', ${anna.id}, 'image/jpeg', now() - interval '2 days'
    from generate_series(1, 450) as n`)
  expect(await sweepOrphans(w.deps)).toBeGreaterThanOrEqual(450)
})

test('a picture that an event takes while the sweep is looking stays', async () => {
  const { key } = await client.upload(anna, await small())
  const pool = w.deps.db.$client
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock(4711)')
    // The sweep has begun to look, in a picture of the database that knows of no event, and waits in the middle.
    const candidates = sql`${uploads.key} = ${key} and pg_advisory_xact_lock_shared(4711)::text = ''`
    const sweeping = removeUnused(w.deps, candidates)
    const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted`
    while ((await pool.query(waits)).rowCount === 0);
    await w.event(anna, { imageUrl: key, imageWidths: [400, 800, 900] })
    await holder.query('commit')
    expect(await sweeping).toBe(0)
  } finally {
    holder.release()
  }
  expect(await client.statusOf(key)).toBe(200)
  expect((await client.rowOf(key))?.deletedAt).toBeNull()
})
