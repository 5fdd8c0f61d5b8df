// /saved and the hearts of public pages, by whether the feature is on.
import { expect, test } from 'vitest'
import { world } from './test-support/world.ts'

const HEART = /<button[^>]*aria-label="Save [^"]*"[^>]*>/g

async function openWith(features: 'favourites'[]) {
  const w = await world({ pages: true, config: { features: new Set(features) } })
  const nora = await w.person()
  const { id } = await w.event(nora)
  const read = async (url: string, token?: string) => {
    const headers = { 'accept-encoding': 'identity', ...(token && { authorization: `Bearer ${token}` }) }
    const { statusCode, body } = await w.app.inject({ url, headers })
    return { statusCode, body }
  }
  return { nora, id, read }
}

test('on, there is a page for saved events, and every card has an empty heart for everybody', async () => {
  const { nora, id, read } = await openWith(['favourites'])
  await nora.api.favourites.save({ params: { eventId: id } })
  const saved = await read('/saved')
  expect(saved.statusCode).toBe(200)
  expect(saved.body).toContain('<h1>Saved Events</h1>')
  expect(saved.body).toMatch(/<title>Saved Events · Hooley<\/title>/)
  for (const url of ['/', '/events', '/upcoming-events']) {
    const { body } = await read(url, nora.token)
    expect([url, body.match(HEART)?.length]).toEqual([url, 1])
    expect(body).not.toContain('aria-pressed="true"')
  }
  const { body } = await read(`/events/${id}`, nora.token)
  expect(body).toMatch(/<button[^>]*aria-label="Add to favorites"[^>]*aria-pressed="false"/)
})

test('off, there is neither', async () => {
  const { id, read } = await openWith([])
  const saved = await read('/saved')
  expect(saved.statusCode).toBe(404)
  expect(saved.body).toMatch(/<title>404 Page Not Found · Hooley<\/title>/)
  for (const url of ['/', '/events', `/events/${id}`]) {
    // The styles of all screens are in the page.
    const body = (await read(url)).body.replace(/<style.*?<\/style>/gs, '')
    expect([url, body.match(HEART), /aria-pressed|Saved Events/.test(body)]).toEqual([url, null, false])
  }
})
