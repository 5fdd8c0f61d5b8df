import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { dataExports } from '../db/schema/account.ts'
import { uploads } from '../db/schema/storage.ts'
import { removeExports } from '../modules/account/export.ts'
import { sweepOrphans } from '../modules/storage/orphans.ts'
import * as files from '../test-support/pictures.ts'
import { startSwift, swiftIsThere, type Swift } from '../test-support/swift.ts'
import { unzip } from '../test-support/unzip.ts'
import { openWorld, type Person, type World } from '../test-support/world.ts'

const isThere = swiftIsThere()
if (!isThere) {
  console.warn('\n!!! S3 IS NOT TESTED: install swift-proxy swift-account swift-container swift-object memcached !!!\n')
}

describe.skipIf(!isThere)('pictures and downloads in S3, on a real server', () => {
  let swift: Swift
  let s3: S3Client
  let w: World
  let anna: Person

  beforeAll(async () => {
    swift = await startSwift()
    const { accessKeyId, secretAccessKey } = swift
    s3 = new S3Client({
      endpoint: swift.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    })
    await s3.send(new CreateBucketCommand({ Bucket: 'hooley' }))
    w = await openWorld({
      env: {
        S3_ENDPOINT: swift.endpoint,
        S3_BUCKET: 'hooley',
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
    })
    anna = await w.person()
  })

  afterAll(async () => {
    await w?.close()
    await swift?.stop()
  })

  const objects = async (prefix: string) => {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'hooley', Prefix: prefix }))
    return Contents.map(({ Key }) => Key)
  }

  const start = (bytes: Buffer, fileType: 'image/jpeg' | 'image/png' = 'image/jpeg') =>
    anna.api.storage.presignedUrl({ query: { fileName: 'poster', fileType, fileSize: bytes.length } })

  const put = async (url: string, bytes: Buffer, type = 'image/jpeg') =>
    (await fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': type } })).status

  const create = (imageUrl: string) =>
    anna.api.events.create({
      body: {
        title: 'Fiddle Night',
        description: 'Bring a fiddle.',
        venue: 'Dublin',
        capacity: 5,
        imageUrl,
        startTime: '2027-03-03T19:30',
        endTime: '2027-03-03T22:00',
      },
    })

  const read = (key: string) => w.app.inject({ url: `/uploads/${key}` })

  /** A picture that an event shows cannot be deleted. */
  const showNoPictures = () => w.deps.db.execute('update events set image_url = null')

  test('a browser puts the file straight into the bucket, and nobody sees it before an event is saved with it', async () => {
    const bytes = await files.photoWithPlace()
    const { uploadUrl, key } = await start(bytes)
    expect(new URL(uploadUrl).origin).toBe(swift.endpoint)
    expect(await put(uploadUrl, bytes)).toBe(200)
    expect((await read(key)).statusCode).toBe(404)

    const event = await create(key)
    expect(event.imageSizes?.map(({ width }) => width)).toEqual([400, 800, 900])
    const shown = await read(key)
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
    expect(shown.rawPayload.includes('Anna Byrne')).toBe(false)
    expect((await read(event.imageSizes?.[0]?.url ?? '')).headers['content-type']).toBe('image/webp')
    expect(await objects('pending/')).toEqual([])

    await showNoPictures()
    await anna.api.storage.deleteFile({ query: { key } })
    expect(await objects('events/')).toEqual([])
  })

  test('the address is refused for another key, another type and another length', async () => {
    const bytes = await files.picture({ width: 300, height: 200 })
    const { uploadUrl } = await start(bytes)
    expect(await put(uploadUrl.replace('pending/', 'events/'), bytes)).toBe(403)
    expect(await put(uploadUrl.replace(/pending\/\w+/, 'pending/other'), bytes)).toBe(403)
    expect(await put(uploadUrl, bytes, 'text/html')).toBe(403)
    expect(await put(uploadUrl, Buffer.concat([bytes, Buffer.from('<script>')]))).toBe(403)
    expect(await objects('')).toEqual([])
    expect(await put(uploadUrl, bytes)).toBe(200)
  })

  test('a page disguised as a PNG is found out when the event is saved, and the event is not', async () => {
    const { uploadUrl, key } = await start(files.PAGE, 'image/png')
    expect(await put(uploadUrl, files.PAGE, 'image/png')).toBe(200)
    await expect(create(key)).rejects.toMatchObject({
      status: 400,
      message: 'The file is not the image it says it is.',
    })
    expect((await anna.api.events.list({ query: { creator: 'me' } })).items.map((e) => e.imageUrl)).not.toContain(key)
    expect((await read(key)).statusCode).toBe(404)
    await anna.api.storage.deleteFile({ query: { key } })
    expect(await objects(key.replace('events/', 'pending/'))).toEqual([])
  })

  test('a file that arrives after its picture was deleted is found by the sweep, once no more can arrive', async () => {
    const bytes = await files.picture({ width: 300, height: 200 })
    const { uploadUrl, key } = await start(bytes)
    await anna.api.storage.deleteFile({ query: { key } })
    expect(await put(uploadUrl, bytes)).toBe(200)
    await w.deps.db
      .update(uploads)
      .set({ createdAt: new Date(Date.now() - 3_600_000) })
      .where(eq(uploads.key, key))
    await sweepOrphans(w.deps)
    expect(await objects(key.replace('events/', 'pending/'))).toEqual([])
    expect(await w.deps.db.select().from(uploads).where(eq(uploads.key, key))).toEqual([])
  })

  test('two presses on Publish check the picture once', async () => {
    const bytes = await files.picture({ width: 300, height: 200 })
    const { uploadUrl, key } = await start(bytes)
    expect(await put(uploadUrl, bytes)).toBe(200)
    const events = await Promise.all([create(key), create(key)])
    expect(events.map((event) => event.imageUrl)).toEqual([key, key])
    await showNoPictures()
    await anna.api.storage.deleteFile({ query: { key } })
  })

  test('a picture that never arrived cannot be an event’s', async () => {
    const { key } = await start(await files.picture())
    await expect(create(key)).rejects.toMatchObject({ status: 400 })
  })

  test('without an announced length the file comes through this server, which counts', async () => {
    const query = { fileName: 'poster', fileType: 'image/png' as const }
    const upload = async (payload: Buffer) => {
      const { uploadUrl: url, key } = await anna.api.storage.presignedUrl({ query })
      const headers = { 'content-type': 'image/png' }
      return { key, status: (await w.app.inject({ method: 'PUT', url, payload, headers })).statusCode }
    }
    expect((await upload(await files.sixMegabytes())).status).toBe(413)
    const { key, status } = await upload(await files.picture({ width: 500, format: 'png' }))
    expect(status).toBe(200)
    expect((await read(key)).headers['content-type']).toBe('image/png')
  })

  test('what somebody downloads about themselves is kept there, served by its own address alone, and goes after 7 days', async () => {
    const ben = await w.person()
    const bytes = await files.picture({ width: 300, height: 200 })
    const query = { fileName: 'poster', fileType: 'image/jpeg' as const, fileSize: bytes.length }
    const { uploadUrl, key } = await ben.api.storage.presignedUrl({ query })
    expect(await put(uploadUrl, bytes)).toBe(200)
    await ben.api.events.create({
      body: {
        title: 'Banjo Brunch',
        description: 'Bring a banjo.',
        venue: 'Cork',
        capacity: 5,
        imageUrl: key,
        startTime: '2027-03-03T19:30',
        endTime: '2027-03-03T22:00',
      },
    })
    await ben.api.account.startExport()
    await w.deps.jobs.runDue()
    const [stored = ''] = await objects('exports/')
    expect(stored).toMatch(/^exports\/[0-9a-f]{48}\.zip$/)
    expect((await read(stored)).statusCode).toBe(404)
    const { url = '', bytes: length } = await ben.api.account.getExport()
    const fetched = await w.app.inject({ url })
    expect(fetched.headers).toMatchObject({ 'content-type': 'application/zip', 'content-length': String(length) })
    const zip = unzip(fetched.rawPayload)
    expect(zip.get('data/users.json')?.toString()).toContain(ben.email)
    const picture = await w.deps.storage.read(key)
    expect(zip.get(`pictures/${key.replace('events/', '')}`)?.length).toBe(picture?.size)
    picture?.stream.destroy()
    await w.deps.db.update(dataExports).set({ expiresAt: new Date(Date.now() - 1_000) })
    await removeExports(w.deps)
    expect(await objects('exports/')).toEqual([])
    expect((await w.app.inject({ url })).statusCode).toBe(404)
  })
})

test('a bucket that is away is told as such, and the page lives on', async () => {
  const env = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' }
  const w = await openWorld({ env })
  const response = await w.app.inject({ url: '/uploads/events/a.webp' })
  expect([response.statusCode, response.json()]).toEqual([
    503,
    {
      statusCode: 503,
      error: 'Service Unavailable',
      message: 'Pictures cannot be stored right now. Please try again in a moment.',
    },
  ])
  await w.close()
})
