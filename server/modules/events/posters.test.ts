import sharp from 'sharp'
import { expect, test } from 'vitest'
import { posterPath, seedOfEvent } from '../../../contract/poster.ts'
import { posterTint } from '../../posters/poster.ts'
import { rates } from '../../modules.ts'
import { world } from '../../test-support/world.ts'

const body = {
  title: 'Pub Quiz',
  description: 'Six rounds.',
  venue: 'Galway',
  startTime: '2031-03-03T19:30',
  endTime: '2031-03-03T22:00',
  capacity: 40,
}

test('an event without a picture has a poster; a shuffled one stays until it is given back to the title', async () => {
  const { app, person } = await world()
  const { api } = await person()
  const event = await api.events.create({ body })
  expect(event).toMatchObject({ imageUrl: null })
  expect(event).not.toHaveProperty('posterSeed')
  const answer = await app.inject(posterPath(seedOfEvent(event), 400))
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 400, height: 225 })

  const params = { eventId: event.id }
  const shuffled = await api.events.update({ params, body: { ...body, posterSeed: 'k3v' } })
  expect(shuffled).toMatchObject({ imageUrl: null, posterSeed: 'k3v' })
  expect(await api.events.update({ params, body })).toMatchObject({ posterSeed: 'k3v' })
  expect(await api.events.update({ params, body: { ...body, posterSeed: '' } })).not.toHaveProperty('posterSeed')
})

test('the hue behind an event without a picture is that of its poster, and follows a shuffle', async () => {
  const { api } = await (await world()).person()
  const event = await api.events.create({ body })
  expect(event.tint).toBe(posterTint(seedOfEvent(event)))
  const tints = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(async (posterSeed) => {
      const { id } = await api.events.create({ body: { ...body, posterSeed } })
      return (await api.events.get({ params: { eventId: id } })).tint
    }),
  )
  expect(tints).toEqual(['a', 'b', 'c', 'd', 'e'].map(posterTint))
  expect(new Set(tints).size).toBeGreaterThan(1)
})

test('a seed of another form is refused in one sentence, and no other poster is drawn', async () => {
  const { app, person } = await world()
  const { api } = await person()
  for (const posterSeed of ['UPPER', 'a'.repeat(17), '../x', '<b>', 'é'])
    await expect(api.events.create({ body: { ...body, posterSeed } })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('must have 1 to 16 lower-case letters or digits') as string,
    })
  for (const file of [
    'abc-401.webp',
    'ABC-400.webp',
    'abc-400.png',
    'a%2F..-400.webp',
    '-400.webp',
    'abc-400.webp.webp',
  ])
    expect((await app.inject(`/images/events/poster-${file}`)).statusCode).toBe(404)
})

test('somebody who invents posters is stopped, and still sees those that are cached', async () => {
  const { app, deps } = await world({ env: { RATE_LIMITS: 'on' } })
  const ask = async (seed: string) => (await app.inject(posterPath(seed, 400))).statusCode
  expect(await ask('quiz')).toBe(200)
  for (let used = 1; used < rates.drawing!.points; used++) await deps.limits.take('drawing', '127.0.0.1')
  expect(await ask('bingo')).toBe(429)
  expect(await ask('quiz')).toBe(200)
})
