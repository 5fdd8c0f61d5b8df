// An address takes one file: one PUT at a time, and none after the first that was stored.
import { request } from 'node:http'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploads } from '../../db/schema/storage.ts'
import * as files from '../../test-support/pictures.ts'
import { replaceStorage, uploadClient } from '../../test-support/upload-client.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { sweepOrphans } from './orphans.ts'
import { uploadsInFlight } from './store.ts'

let w: World
let anna: Person
let base: string
let client: ReturnType<typeof uploadClient>

beforeAll(async () => {
  w = await openWorld()
  anna = await w.person()
  client = uploadClient(w)
  base = await w.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => w.close())

const JPEG = 'image/jpeg'
const IN_PROGRESS = { status: 409, message: 'This picture is already being uploaded.' }
const small = () => files.picture({ width: 500, height: 300 })

/** A PUT that has sent its first half and waits. */
async function halfway(uploadUrl: string, bytes: Buffer) {
  const sending = request(base + uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': JPEG, 'content-length': bytes.length },
  })
  const answer = new Promise<number>((resolve) => {
    sending.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    sending.on('error', () => resolve(0))
  })
  sending.write(bytes.subarray(0, bytes.length / 2))
  return { finish: () => sending.end(bytes.subarray(bytes.length / 2)), cut: () => sending.destroy(), answer }
}

const claimOf = async (key: string) => (await client.rowOf(key))?.claim ?? null
const until = async (condition: () => Promise<boolean>) => {
  while (!(await condition())) await new Promise(setImmediate)
}

test('of two PUTs at once one is stored and the other is told so', async () => {
  const { uploadUrl, key } = await client.start(anna)
  const [red, blue] = [await small(), await files.photoWithPlace()]
  const answers = await Promise.all([client.put(uploadUrl, red, JPEG), client.put(uploadUrl, blue, JPEG)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers).toContainEqual(IN_PROGRESS)
  expect(await client.filesOf(key)).toHaveLength(answers[0]?.status === 200 ? 3 : 4)
})

test('while one PUT is on its way another is refused before it is read, and the first is stored', async () => {
  const { uploadUrl, key } = await client.start(anna)
  const bytes = await small()
  const first = await halfway(uploadUrl, bytes)
  await until(async () => (await claimOf(key)) !== null)
  expect(await client.put(uploadUrl, bytes, JPEG)).toEqual(IN_PROGRESS)
  first.finish()
  expect(await first.answer).toBe(200)
  expect((await client.put(uploadUrl, bytes, JPEG)).status).toBe(403)
  expect(await claimOf(key)).toBeNull()
})

test('a PUT that was refused or cut off gives the address back', async () => {
  const { uploadUrl, key } = await client.start(anna)
  expect((await client.put(uploadUrl, files.PAGE, JPEG)).status).toBe(400)
  const bytes = await small()
  const second = await halfway(uploadUrl, bytes)
  await until(async () => (await claimOf(key)) !== null)
  second.cut()
  await until(async () => (await claimOf(key)) === null)
  expect((await client.put(uploadUrl, bytes, JPEG)).status).toBe(200)
})

test('storage that fails gives the address back, and the files of the try are not left without a row', async () => {
  const { uploadUrl, key } = await client.start(anna)
  const own = w.deps.storage.put.bind(w.deps.storage)
  const restore = replaceStorage(w, 'put', (file, bytes, type) =>
    file === key ? Promise.reject(new Error('the disk is full')) : own(file, bytes, type),
  )
  expect((await client.put(uploadUrl, await small(), JPEG)).status).toBe(500)
  restore()
  expect((await client.rowOf(key))?.widths).toEqual([400, 500])
  const narrow = await files.picture({ width: 300, height: 300 })
  expect((await client.put(uploadUrl, narrow, JPEG)).status).toBe(200)
  const stem = key.replace('events/', '').replace('.jpg', '')
  expect(await client.filesOf(key)).toEqual([`${stem}-300.webp`, `${stem}.jpg`])
})

test('the claim of a process that died expires', async () => {
  const { uploadUrl, key } = await client.start(anna)
  const claim = (until: string) =>
    w.deps.db
      .update(uploads)
      .set({ claim: 'of a dead process', claimedUntil: sql`now() + ${until}::interval` })
      .where(eq(uploads.key, key))
  await claim('1 minute')
  expect(await client.put(uploadUrl, await small(), JPEG)).toEqual(IN_PROGRESS)
  await claim('-1 second')
  expect((await client.put(uploadUrl, await small(), JPEG)).status).toBe(200)
})

test('a PUT whose claim another one has taken over stores nothing', async () => {
  const { uploadUrl, key } = await client.start(anna)
  const bytes = await small()
  const slow = await halfway(uploadUrl, bytes)
  await until(async () => (await claimOf(key)) !== null)
  await w.deps.db
    .update(uploads)
    .set({ claimedUntil: sql`now() - interval '1 second'` })
    .where(eq(uploads.key, key))
  expect((await client.put(uploadUrl, await files.photoWithPlace(), JPEG)).status).toBe(200)
  const before = (await w.app.inject({ url: `/uploads/${key}` })).rawPayload
  slow.finish()
  expect(await slow.answer).toBe(403)
  expect((await w.app.inject({ url: `/uploads/${key}` })).rawPayload.equals(before)).toBe(true)
})

test('deleting a picture while it arrives leaves neither a file nor a row', async () => {
  const { uploadUrl, key } = await client.start(anna)
  const own = w.deps.storage.put.bind(w.deps.storage)
  let deleted: number | undefined
  const restore = replaceStorage(w, 'put', async (file, bytes, type) => {
    deleted ??= await client.remove(anna, key)
    await own(file, bytes, type)
  })
  expect((await client.put(uploadUrl, await small(), JPEG)).status).toBe(403)
  restore()
  expect(deleted).toBe(200)
  expect(await client.filesOf(key)).toEqual([])
  expect(await client.rowOf(key)).toBeUndefined()
})

test('deleting a picture while it arrives in a process that then dies leaves a row that leads to its files', async () => {
  const { uploadUrl, key } = await client.start(anna)
  const own = w.deps.storage.put.bind(w.deps.storage)
  const ownRemove = w.deps.storage.remove.bind(w.deps.storage)
  let isDead = false
  const restorePut = replaceStorage(w, 'put', async (file, bytes, type) => {
    if (!isDead) await client.remove(anna, key)
    isDead = true
    await own(file, bytes, type)
  })
  const restoreRemove = replaceStorage(w, 'remove', (file) =>
    isDead ? Promise.reject(new Error('dead')) : ownRemove(file),
  )
  expect((await client.put(uploadUrl, await small(), JPEG)).status).not.toBe(200)
  restorePut()
  restoreRemove()
  expect(await client.filesOf(key)).not.toEqual([])
  expect(await client.statusOf(key)).toBe(404)
  await w.deps.db
    .update(uploads)
    .set({ claimedUntil: sql`now() - interval '1 second'` })
    .where(eq(uploads.key, key))
  await sweepOrphans(w.deps)
  expect(await client.filesOf(key)).toEqual([])
  expect(await client.rowOf(key)).toBeUndefined()
})

test("an account's third upload at once waits for one of the first two", async () => {
  const bytes = await small()
  const grants = await Promise.all([1, 2, 3].map(() => client.start(anna)))
  const [first, second] = await Promise.all(grants.slice(0, 2).map(({ uploadUrl }) => halfway(uploadUrl, bytes)))
  await until(() => Promise.resolve(uploadsInFlight.held() === 2 * bytes.length))
  const third = client.put(grants[2]?.uploadUrl ?? '', bytes, JPEG)
  await until(() => Promise.resolve(uploadsInFlight.waiting() === 1))
  first?.finish()
  expect([await first?.answer, (await third).status]).toEqual([200, 200])
  second?.cut()
  await until(() => Promise.resolve(uploadsInFlight.held() === 0))
})

test('somebody with too many pictures that no event shows gets no further address', async () => {
  const hoarder = await w.person()
  const { key } = await client.upload(hoarder, await small())
  const hoard = (bytes: number) => w.deps.db.update(uploads).set({ bytes }).where(eq(uploads.key, key))
  expect((await client.rowOf(key))?.bytes).toBeGreaterThan(0)
  await hoard(201 * 1024 * 1024)
  await expect(client.start(hoarder)).rejects.toMatchObject({
    status: 429,
    message: 'You’ve uploaded many pictures that no event uses. Please use or delete some first.',
  })
  await w.event(hoarder, { imageUrl: key })
  await client.start(hoarder)
})
