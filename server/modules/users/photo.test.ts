import { expect, test } from 'vitest'
import { picture, PAGE } from '../../test-support/pictures.ts'
import { uploadClient, type PictureType } from '../../test-support/upload-client.ts'
import { world, type WorldOptions } from '../../test-support/world.ts'
import { sweepOrphans } from '../storage/orphans.ts'

const ON: WorldOptions = { config: { features: new Set(['profile-photo', 'address'] as const) } }
const NAME = { firstName: 'Nora', lastName: 'Byrne' }

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
  'a picture of type %s becomes the photo, resized',
  async (format) => {
    const w = await world(ON)
    const nora = await w.person()
    const client = uploadClient(w)
    const type = `image/${format}` as PictureType
    const { key } = await client.upload(nora, await picture({ width: 600, height: 600, format }), type)
    const { photo = '' } = await nora.api.users.setPhoto({ body: { key } })
    expect(photo).toMatch(/-400\.webp$/)
    expect(await client.statusOf(photo)).toBe(200)
    expect((await nora.api.users.profile()).photo).toBe(photo)
  },
)

test('somebody else’s picture, one that is none, or one that never arrived is refused', async () => {
  const w = await world(ON)
  const [nora, other] = [await w.person(), await w.person()]
  const client = uploadClient(w)
  const { key: theirs } = await client.upload(other, await picture())
  const { key: page } = await client.upload(nora, PAGE)
  const { key: empty } = await client.start(nora)
  for (const key of [theirs, page, empty, 'events/made-up.webp'])
    expect(['picture_unknown', 'not_the_image']).toContain(await codeOf(nora.api.users.setPhoto({ body: { key } })))
  expect((await nora.api.users.profile()).photo).toBeUndefined()
})

test('a photo in use is not swept; replaced or removed, its files go', async () => {
  let now = new Date()
  const w = await world({ ...ON, deps: { clock: () => now } })
  const nora = await w.person()
  const client = uploadClient(w)
  const { key: first } = await client.upload(nora, await picture())
  await nora.api.users.setPhoto({ body: { key: first } })
  now = new Date(now.getTime() + 2 * 86_400_000)
  await sweepOrphans(w.deps)
  expect((await client.filesOf(first)).length).toBeGreaterThan(1)
  const { key: second } = await client.upload(nora, await picture())
  await nora.api.users.setPhoto({ body: { key: second } })
  expect(await client.filesOf(first)).toEqual([])
  expect((await nora.api.users.removePhoto()).photo).toBeUndefined()
  expect(await client.filesOf(second)).toEqual([])
})

test('deleting the file takes the photo away', async () => {
  const w = await world(ON)
  const nora = await w.person()
  const client = uploadClient(w)
  const { key } = await client.upload(nora, await picture())
  await nora.api.users.setPhoto({ body: { key } })
  expect(await client.remove(nora, key)).toBe(200)
  expect((await nora.api.users.profile()).photo).toBeUndefined()
})

test('organisers see the photos of their guests', async () => {
  const w = await world(ON)
  const [nora, creator] = [await w.person(), await w.person()]
  const { key } = await uploadClient(w).upload(nora, await picture())
  const { photo } = await nora.api.users.setPhoto({ body: { key } })
  const { id: eventId } = await w.event(creator)
  await nora.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  const { guests } = await creator.api.guests.list({ params: { eventId } })
  expect(guests.map((guest) => guest.photo)).toEqual([photo])
})

test('a creator’s photo is on their page at once', async () => {
  const w = await world(ON)
  const nora = await w.person()
  await w.event(nora)
  const pictureOf = async () => (await w.visitor.creators.get({ params: { creatorId: nora.id } })).pictureUrl
  expect(await pictureOf()).toBeNull()
  const { key } = await uploadClient(w).upload(nora, await picture())
  const { photo } = await nora.api.users.setPhoto({ body: { key } })
  expect(await pictureOf()).toBe(photo)
  await nora.api.users.removePhoto()
  expect(await pictureOf()).toBeNull()
})

test('an address is stored part by part, emptied by null, and never required', async () => {
  const { person } = await world(ON)
  const { api } = await person()
  const save = (address: object | null) => api.users.updateProfile({ body: { ...NAME, address } })
  const whole = { street: 'Capel Street 7', city: 'Dublin', state: 'Leinster', zipCode: 'D01 X2P3', country: 'Ireland' }
  expect((await save(whole)).address).toEqual(whole)
  expect((await save({ city: 'Cork' })).address).toEqual({ ...whole, city: 'Cork' })
  expect((await api.users.updateProfile({ body: NAME })).address.city).toBe('Cork')
  expect((await save({ state: null })).address.state).toBe('')
  expect(await codeOf(save({ zipCode: '<b>' }))).toBe('bad_request')
  expect(Object.values((await save(null)).address).join('')).toBe('')
})

test('while the features are off, a photo is no call and an address is ignored', async () => {
  const { person } = await world()
  const { api } = await person()
  expect(await codeOf(api.users.removePhoto())).toBe('not_found')
  const { address } = await api.users.updateProfile({ body: { ...NAME, address: { city: 'Cork' } } })
  expect(address.city).toBe('')
})
