import { expect, test } from 'vitest'
import { secretsFrom } from '../access/secrets.ts'
import { picture } from '../test-support/pictures.ts'
import { soon } from '../test-support/soon.ts'
import { world } from '../test-support/world.ts'
import { keyToLookAt, mayLookAt } from './hidden-pictures.ts'

const KEY = 'events/0a1b2c3d.jpg'
const SMALL = 'events/0a1b2c3d-400.webp'

async function scene() {
  const w = await world()
  const bytes = await picture({ width: 40, height: 20 })
  for (const key of [KEY, SMALL]) await w.deps.storage.put(key, bytes, 'image/jpeg')
  const creator = await w.person()
  const moderator = await w.person({ role: 'moderator' })
  const { id: eventId } = await w.event(creator, { imageUrl: KEY, imageWidths: [400] })
  const decide = (act: 'hide' | 'restore') =>
    moderator.api.moderation.decide({ body: { subject: { eventId }, act, reason: 'privacy' } })
  const read = (key: string) => w.app.inject({ url: `/uploads/${key}` })
  const statuses = async () => [(await read(KEY)).statusCode, (await read(SMALL)).statusCode]
  return { w, creator, moderator, eventId, decide, read, statuses }
}

test('the picture of a hidden event is gone from its own address too, and back when it is restored', async () => {
  const { decide, statuses } = await scene()
  expect(await statuses()).toEqual([200, 200])
  await decide('hide')
  expect(await statuses()).toEqual([404, 404])
  await decide('restore')
  expect(await statuses()).toEqual([200, 200])
})

test('a moderator sees it in the console all the same, for some minutes and in no cache', async () => {
  const { moderator, eventId, decide, read } = await scene()
  await decide('hide')
  const { event } = await moderator.api.moderationConsole.event({ params: { eventId } })
  const seen = await read(event.imageUrl ?? '')
  expect([seen.statusCode, seen.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect((await read(`${KEY}?look=9999999999.AAAA`)).statusCode).toBe(404)
  expect((await read(`${KEY}?look=1&look=2`)).statusCode).toBe(404)
})

test('another event that shows the same picture to everybody keeps it; a draft does not', async () => {
  const { w, creator, decide, statuses } = await scene()
  await w.event(creator, { imageUrl: KEY, status: 'draft' })
  await decide('hide')
  expect(await statuses()).toEqual([404, 404])
  await w.event(creator, { imageUrl: KEY })
  await soon(async () => expect(await statuses()).toEqual([200, 200]))
})

test('what was signed for one picture opens no other, and expires', () => {
  const secrets = secretsFrom('test')
  const look = keyToLookAt(secrets, KEY).split('look=')[1]
  expect(mayLookAt(secrets, KEY, look)).toBe(true)
  expect(mayLookAt(secrets, SMALL, look)).toBe(false)
  expect(mayLookAt(secretsFrom('other'), KEY, look)).toBe(false)
  expect(mayLookAt(secrets, KEY, `9${look?.slice(1)}`)).toBe(false)
  expect(mayLookAt(secrets, KEY, undefined)).toBe(false)
})
