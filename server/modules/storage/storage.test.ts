import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '../../db/schema/events.ts'
import { uploads } from '../../db/schema/storage.ts'
import * as files from '../../test-support/pictures.ts'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { sweepOrphans } from './orphans.ts'

let w: World
let anna: Person
let ben: Person

beforeAll(async () => {
  w = await openWorld()
  anna = await w.person()
  ben = await w.person()
})
afterAll(() => w.close())

interface Answer {
  status: number
  message: string
}

const start = (fileType = 'image/jpeg', fileName = 'poster.jpg', person = anna, fileSize?: number) =>
  person.api.storage.presignedUrl({ query: { fileName, fileType: fileType as 'image/jpeg', fileSize } })

async function put(url: string, bytes: Buffer, type: string): Promise<Answer> {
  const response = await w.app.inject({ method: 'PUT', url, payload: bytes, headers: { 'content-type': type } })
  return { status: response.statusCode, message: response.json<{ message?: string }>().message ?? '' }
}

async function upload(bytes: Buffer, type = 'image/jpeg', person = anna) {
  const { uploadUrl, key } = await start(type, 'poster', person)
  return { ...(await put(uploadUrl, bytes, type)), key, uploadUrl }
}

const read = (key: string) => w.app.inject({ url: `/uploads/${key}` })
const stored = () => readdir(join(w.deps.config.dataDir, 'uploads', 'events')).catch(() => [])
const rowOf = async (key: string) => (await w.deps.db.select().from(uploads).where(eq(uploads.key, key)))[0]

async function refusal(call: Promise<unknown>): Promise<[number, string]> {
  const error = (await call.then(
    () => null,
    (reason: unknown) => reason,
  )) as { status: number; message: string } | null
  return [error?.status ?? 200, error?.message ?? '']
}

describe('asking for an address', () => {
  test('needs somebody who is signed in', async () => {
    const call = w.visitor.storage.presignedUrl({ query: { fileName: 'a.jpg', fileType: 'image/jpeg' } })
    expect((await refusal(call))[0]).toBe(401)
  })

  test.each(['image/svg+xml', 'text/html', 'application/pdf', '', 'image/jpeg, text/html'])(
    'the type %j is refused with its sentence',
    async (type) => {
      expect(await refusal(start(type))).toEqual([400, 'Invalid file type. Allowed types: JPEG, PNG, GIF, WebP'])
    },
  )

  test.each([
    '../../etc/passwd',
    'C:\\boot.ini',
    'a/b/../../c.jpg',
    '.htaccess',
    'x\u0000.jpg',
    '<script>.jpg',
    '%2e%2e%2f',
  ])('the file name %j never becomes part of the key', async (fileName) => {
    const { key } = await start('image/png', fileName)
    expect(key).toMatch(/^events\/[0-9a-f]{32}\.png$/)
  })

  test('a file that says it has 6 MB is refused before it is sent', async () => {
    expect(await refusal(start('image/png', 'a.png', anna, 6_000_000))).toEqual([
      400,
      'File too large. Maximum size: 5MB',
    ])
  })

  test('thirty an hour are enough for anybody', async () => {
    const limited = await openWorld({ env: { RATE_LIMITS: 'on' } })
    const person = await limited.person()
    const ask = () => person.api.storage.presignedUrl({ query: { fileName: 'a', fileType: 'image/png' } })
    for (let count = 0; count < 30; count++) await ask()
    expect((await refusal(ask()))[0]).toBe(429)
    await limited.close()
  })
})

describe('a picture that arrives', () => {
  test('is served as what it is, with its smaller variants, and cannot be run as a page', async () => {
    const { status, key } = await upload(await files.picture())
    expect(status).toBe(200)
    const original = await read(key)
    expect(original.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    for (const width of [400, 800, 1600]) {
      const variant = await read(key.replace('.jpg', `-${width}.webp`))
      expect(variant.headers['content-type']).toBe('image/webp')
      expect(await sharp(variant.rawPayload).metadata()).toMatchObject({ format: 'webp', width })
    }
  })

  test.each([
    [1000, [400, 800, 1000]],
    [300, [300]],
    [400, [400]],
  ])('%d wide is never scaled up', async (width, widths) => {
    const { key } = await upload(await files.picture({ width, height: 200, format: 'png' }), 'image/png')
    expect((await rowOf(key))?.widths).toEqual(widths)
  })

  test.each(['jpeg', 'png', 'gif', 'webp'] as const)('may be a %s', async (format) => {
    const { status, key } = await upload(await files.picture({ width: 640, height: 360, format }), `image/${format}`)
    expect(status).toBe(200)
    expect(await sharp((await read(key)).rawPayload).metadata()).toMatchObject({ format, width: 640 })
  })

  test('no longer tells where it was taken and by whom', async () => {
    const photo = await files.photoWithPlace()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { key } = await upload(photo)
    for (const file of [key, key.replace('.jpg', '-400.webp')]) {
      const { rawPayload } = await read(file)
      expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
      expect(rawPayload.includes('Anna Byrne')).toBe(false)
    }
  })

  test('taken upright on a phone is shown upright', async () => {
    const { key } = await upload(await files.picture({ width: 900, height: 600, orientation: 6 }))
    expect(await sharp((await read(key)).rawPayload).metadata()).toMatchObject({ width: 600, height: 900 })
  })

  test('loses a page that was hidden behind its last byte', async () => {
    const { status, key } = await upload(Buffer.concat([await files.picture({ width: 500 }), files.PAGE]))
    expect(status).toBe(200)
    expect((await read(key)).rawPayload.includes('<script>')).toBe(false)
  })

  test('with too large a photograph is kept at a sensible size', async () => {
    const { key } = await upload(await files.picture({ width: 6000, height: 3000 }))
    expect(await sharp((await read(key)).rawPayload).metadata()).toMatchObject({ width: 2560, height: 1280 })
  })
})

describe('a file that is no such picture is refused and nothing is kept', () => {
  const NOT_THE_IMAGE = { status: 400, message: 'The file is not the image it says it is.' }
  const bad: [string, () => Promise<Buffer> | Buffer, string, Answer][] = [
    ['a page disguised as a PNG', () => files.PAGE, 'image/png', NOT_THE_IMAGE],
    ['an SVG named PNG', () => files.SVG, 'image/png', NOT_THE_IMAGE],
    ['an empty file', () => Buffer.alloc(0), 'image/jpeg', NOT_THE_IMAGE],
    ['a JPEG that says it is a PNG', () => files.picture({ width: 100 }), 'image/png', NOT_THE_IMAGE],
    [
      'a picture’s first bytes and a page',
      () => Buffer.concat([Buffer.from('GIF89a'), files.PAGE]),
      'image/gif',
      NOT_THE_IMAGE,
    ],
    ['half a JPEG', async () => (await files.picture()).subarray(0, 5_000), 'image/jpeg', NOT_THE_IMAGE],
    ['half a PNG', async () => (await files.picture({ format: 'png' })).subarray(0, 3_000), 'image/png', NOT_THE_IMAGE],
    [
      'an image of 60,000 x 60,000 pixels',
      () => files.pixelBomb(),
      'image/png',
      { status: 400, message: 'The image has too many pixels.' },
    ],
    [
      'a file of 6 MB',
      () => files.sixMegabytes(),
      'image/png',
      { status: 413, message: 'File too large. Maximum size: 5MB' },
    ],
  ]

  test.each(bad)('%s', async (_what, bytes, type, answer) => {
    const before = await stored()
    const { key, status, message } = await upload(await bytes(), type)
    expect({ status, message }).toEqual(answer)
    expect(await stored()).toEqual(before)
    expect((await rowOf(key))?.storedAt).toBeNull()
    expect((await read(key)).statusCode).toBe(404)
  })

  test('6 MB over a real connection get their answer, whether announced or not', async () => {
    const base = await w.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { 'content-type': 'image/png' }
    const bytes = await files.sixMegabytes()
    const announced = await fetch(base + (await start('image/png')).uploadUrl, { method: 'PUT', headers, body: bytes })
    expect([announced.status, await announced.json()]).toEqual([
      413,
      { statusCode: 413, error: 'Payload Too Large', message: 'File too large. Maximum size: 5MB' },
    ])
    const unannounced = await fetch(base + (await start('image/png')).uploadUrl, {
      method: 'PUT',
      headers,
      body: new Blob([bytes]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(unannounced.status).toBe(413)
  })
})

describe('an address', () => {
  const REFUSED = { status: 403, message: 'This upload address has expired or was changed.' }

  test('works for the one file it was made for, once', async () => {
    const bytes = await files.picture({ width: 500 })
    const { uploadUrl, status } = await upload(bytes)
    expect(status).toBe(200)
    expect(await put(uploadUrl, bytes, 'image/jpeg')).toEqual(REFUSED)
  })

  test.each([
    ['the key', (url: string) => url.replace(/events\/\w/, 'events/f0')],
    ['the type', (url: string) => url.replace('image%2Fjpeg', 'image%2Fpng')],
    ['the expiry', (url: string) => url.replace(/expires=\d+/, 'expires=9999999999')],
    ['the length', (url: string) => url.replace('size=', 'size=5')],
    ['the signature', (url: string) => url.replace(/signature=.*/, 'signature=AAAA')],
    ['the path', (url: string) => url.replace('events/', 'events/..%2F..%2F')],
  ])('with %s changed is refused', async (_what, change) => {
    const { uploadUrl } = await start()
    const changed = change(uploadUrl)
    expect(changed).not.toBe(uploadUrl)
    expect(await put(changed, await files.picture({ width: 300 }), 'image/jpeg')).toEqual(REFUSED)
  })

  test('refuses another type and another length than announced', async () => {
    const bytes = await files.picture({ width: 300, height: 300 })
    expect(await put((await start()).uploadUrl, bytes, 'text/html')).toEqual(REFUSED)
    const { uploadUrl } = await start('image/jpeg', 'a.jpg', anna, bytes.length + 1)
    expect(await put(uploadUrl, bytes, 'image/jpeg')).toEqual(REFUSED)
  })
})

describe('deleting', () => {
  test('removes the file and its variants, for its uploader alone', async () => {
    const { key } = await upload(await files.picture())
    expect((await refusal(ben.api.storage.deleteFile({ query: { key } })))[0]).toBe(403)
    expect((await refusal(w.visitor.storage.deleteFile({ query: { key } })))[0]).toBe(401)
    expect((await read(key)).statusCode).toBe(200)
    await anna.api.storage.deleteFile({ query: { key } })
    for (const file of [key, ...[400, 800, 1600].map((width) => key.replace('.jpg', `-${width}.webp`))]) {
      expect((await read(file)).statusCode).toBe(404)
    }
  })

  test('a file that nobody uploaded is nobody’s to delete', async () => {
    expect((await refusal(anna.api.storage.deleteFile({ query: { key: 'events/demo-bees.webp' } })))[0]).toBe(403)
  })

  test.each(['../secret', 'events/../x', '/etc/passwd', '', 'pending/a.jpg'])('the key %j is none', async (key) => {
    expect((await refusal(anna.api.storage.deleteFile({ query: { key } })))[0]).toBe(400)
  })

  test('a picture that an event shows cannot be deleted, no matter who uploaded it and whose event it is', async () => {
    const IN_USE = [409, 'An event uses this picture. Please choose another picture for the event first.']
    const body = {
      title: 'Fiddle Night',
      description: 'Bring a fiddle.',
      venue: 'Dublin',
      capacity: 5,
      startTime: '2027-03-03T19:30',
      endTime: '2027-03-03T22:00',
    }
    const { key } = await upload(await files.picture())
    const remove = () => refusal(anna.api.storage.deleteFile({ query: { key } }))
    const managed = await w.event(ben, { managerIds: [anna.id] })
    const params = { eventId: managed.id }
    await anna.api.events.update({ params, body: { ...body, imageUrl: key } })
    expect(await remove()).toEqual(IN_USE)
    expect((await read(key)).statusCode).toBe(200)
    // A draft shows it to its creator, and a hidden event to moderators.
    await w.deps.db.update(events).set({ hiddenAt: new Date() }).where(eq(events.id, managed.id))
    expect(await remove()).toEqual(IN_USE)
    await w.deps.db.update(events).set({ hiddenAt: null }).where(eq(events.id, managed.id))
    await ben.api.events.update({ params, body: { ...body, imageUrl: '' } })
    expect((await read(key)).statusCode).toBe(404)
  })

  test('replacing the picture of an event removes the old file, unless another event shows it too', async () => {
    const body = {
      title: 'Fiddle Night',
      description: 'Bring a fiddle.',
      venue: 'Dublin',
      capacity: 5,
      isDraft: false,
      startTime: '2027-03-03T19:30',
      endTime: '2027-03-03T22:00',
    }
    const bytes = await files.picture({ width: 500 })
    const [once, twice, next] = [await upload(bytes), await upload(bytes), await upload(bytes)].map(({ key }) => key)
    const change = async (from: string | undefined) => {
      const event = await anna.api.events.create({ body: { ...body, imageUrl: from } })
      return () => anna.api.events.update({ params: { eventId: event.id }, body: { ...body, imageUrl: next } })
    }
    const [changeOnce, changeTwice] = [await change(once), await change(twice), await change(twice)]
    await changeOnce()
    await changeTwice()
    expect((await read(once!)).statusCode).toBe(404)
    expect((await read(twice!)).statusCode).toBe(200)
    expect((await read(next!)).statusCode).toBe(200)
  })

  test('a picture that no event took within a day is swept away, one that is shown stays', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
    const [unused, shown, fresh] = await Promise.all(
      [1, 2, 3].map(() => files.picture({ width: 300 }).then((b) => upload(b))),
    )
    await w.event(anna, { imageUrl: shown!.key, imageWidths: [300] })
    for (const [key, hours] of [
      [unused!.key, 25],
      [shown!.key, 25],
      [fresh!.key, 23],
    ] as const) {
      await w.deps.db
        .update(uploads)
        .set({ createdAt: ago(hours) })
        .where(eq(uploads.key, key))
    }
    expect(await sweepOrphans(w.deps)).toBe(1)
    expect((await read(unused!.key)).statusCode).toBe(404)
    expect((await read(shown!.key)).statusCode).toBe(200)
    expect((await read(fresh!.key)).statusCode).toBe(200)
  })
})

describe('an event that is held again', () => {
  const body = {
    title: 'Fiddle Night',
    description: 'Bring a fiddle.',
    venue: 'Dublin',
    capacity: 5,
    startTime: '2027-03-03T19:30',
    endTime: '2027-03-03T22:00',
  }
  const create = (person: Person, imageUrl: string) => person.api.events.create({ body: { ...body, imageUrl } })
  const NOT_YOURS = [400, 'This picture isn’t one you uploaded. Please choose it again.']

  test('keeps its picture, no matter who uploaded it, also when a manager runs it', async () => {
    const { key } = await upload(await files.picture())
    const manager = await w.person()
    const { imageWidths } = await w.event(ben, { managerIds: [manager.id], imageUrl: key, imageWidths: [400] })
    for (const who of [ben, manager]) {
      const copy = await create(who, key)
      expect(copy).toMatchObject({ imageUrl: key, creatorId: who.id })
      expect(copy.imageSizes).toHaveLength(imageWidths.length)
    }
    // Artwork that nobody has uploaded.
    await w.event(ben, { imageUrl: 'events/demo-bees.webp' })
    expect(await create(ben, 'events/demo-bees.webp')).toMatchObject({ imageUrl: 'events/demo-bees.webp' })
  })

  test('lends nobody a picture of an event that they do not run, or of a hidden one', async () => {
    const [unused, theirs, hidden] = await Promise.all([1, 2, 3].map(() => files.picture().then((b) => upload(b))))
    await w.event(anna, { imageUrl: theirs!.key })
    const guest = await w.person()
    for (const { key } of [unused!, theirs!]) expect(await refusal(create(guest, key))).toEqual(NOT_YOURS)
    await w.event(ben, { imageUrl: hidden!.key, hiddenAt: new Date() })
    expect(await refusal(create(ben, hidden!.key))).toEqual(NOT_YOURS)
    // Nor one that was theirs to show while they managed it.
    const { id } = await w.event(anna, { imageUrl: unused!.key, managerIds: [guest.id] })
    await w.deps.db.update(events).set({ managerIds: [] }).where(eq(events.id, id))
    expect(await refusal(create(guest, unused!.key))).toEqual(NOT_YOURS)
  })
})

test.each([
  '/uploads/events/../../pg/PG_VERSION',
  '/uploads/events/..%2f..%2fpg',
  '/uploads/events/.part',
  '/uploads/',
])('%s leads nowhere', async (url) => {
  expect((await w.app.inject({ url })).statusCode).toBe(404)
})
