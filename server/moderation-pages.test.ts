// What the law and our rules want everybody to find on pages, as the server writes them: without JavaScript and with no
// feature switched on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REASON_CODES } from '../contract/moderation-words.ts'
import { FIDDLE_NIGHT } from './test-support/fiddle-night.ts'
import { openWorld, type Person, type World } from './test-support/world.ts'

let w: World
let creator: Person

beforeAll(async () => {
  w = await openWorld({ pages: true, config: { review: 'first', demo: false } })
  creator = await w.person()
})
afterAll(() => w.close())

const read = async (url: string) => (await w.app.inject({ url })).body

test('every event and every creator’s page leads to the form that reports it', async () => {
  const { id } = await w.event(creator)
  expect(await read(`/events/${id}`)).toMatch(new RegExp(`<a[^>]*href="/report\\?event=${id}"[^>]*>Report</a>`))
  expect(await read(`/creators/${creator.id}`)).toMatch(
    new RegExp(`<a[^>]*href="/report\\?creator=${creator.id}"[^>]*>Report</a>`),
  )
})

test('the footer leads to the rules after what the specification names, and the rules have every reason', async () => {
  const page = await read('/')
  expect(page).toMatch(
    /href="\/terms"[^>]*>Terms.*href="\/privacy"[^>]*>Privacy.*href="\/cookies"[^>]*>Cookies.*href="\/rules"/s,
  )
  const rules = await read('/rules')
  for (const code of REASON_CODES) expect(rules).toContain(`id="${code}"`)
  expect(rules).toContain('within six months')
})

test('the contact page has the points of contact, with an address that is a link', async () => {
  const [, points = ''] = (await read('/contact')).split('Single points of contact')
  expect(points).toMatch(/article 11.*article 12.*<a[^>]*href="mailto:support@hooley.example"/s)
})

test('an event that waits is read by its link and kept from search engines until it is released', async () => {
  const newcomer = await w.person()
  const moderator = await w.person({ role: 'moderator' })
  const { id: eventId } = await newcomer.api.events.create({ body: FIDDLE_NIGHT })
  const noIndex = '<meta name="robots" content="noindex"/>'
  expect(await read(`/events/${eventId}`)).toContain(noIndex)
  expect(await read('/events')).not.toContain(FIDDLE_NIGHT.title)
  await moderator.api.review.release({ params: { eventId } })
  expect(await read(`/events/${eventId}`)).not.toContain(noIndex)
  expect(await read('/events')).toContain(FIDDLE_NIGHT.title)
})
