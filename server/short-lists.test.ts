// The screens of popular, recommended and featured events, by which features are on.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../contract/durations.ts'
import type { FeatureName } from '../contract/features.ts'
import { featuredEvents } from './db/schema/featured.ts'
import { tickets } from './db/schema/tickets.ts'
import { rankPopular } from './modules/popular/ranking.ts'
import { openWorld, type World } from './test-support/world.ts'

const LISTS: FeatureName[] = ['popular', 'recommended', 'featured']

async function openWith(features: FeatureName[]) {
  const w = await openWorld({ pages: true, config: { features: new Set(features) } })
  const creator = await w.person()
  const at = (days: number) => ({ startTime: new Date(w.deps.clock().getTime() + days * DAY) })
  await w.event(creator, { title: 'Chess Club', ...at(30) })
  const { id: eventId } = await w.event(creator, { title: 'Fiddle Night', ...at(40) })
  const guest = await w.person()
  await w.deps.db.insert(tickets).values({ eventId, userId: guest.id, numberOfTickets: 1 })
  await w.deps.db.insert(featuredEvents).values({ eventId, place: 1 })
  return w
}

async function textOf(w: World, url: string) {
  const { statusCode, body } = await w.app.inject({ url, headers: { 'accept-encoding': 'identity' } })
  const text = body.replace(/<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>/g, '').replace(/<!-- -->/g, '')
  return { statusCode, text, main: /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '' }
}

/** In the order of the page. */
const cardsIn = (html: string) => [...html.matchAll(/Chess Club|Fiddle Night/g)].map(([title]) => title)

describe('with the features off', () => {
  let w: World
  beforeAll(async () => {
    w = await openWith([])
    await rankPopular(w.deps)
  })
  afterAll(() => w.close())

  test('both lists are the upcoming events, and home shows them dimmed', async () => {
    for (const url of ['/popular-events', '/recommended-events']) {
      const { main } = await textOf(w, url)
      expect(cardsIn(main)).toEqual(['Chess Club', 'Fiddle Night'])
      expect(main).not.toMatch(/usual|Not for me|Coming up|Start afresh/)
    }
    const { main } = await textOf(w, '/')
    expect(main.match(/Coming Soon/g)?.length).toBe(2)
  })

  test('/featured is the not-found page, and the footer’s link leads nowhere', async () => {
    const [featured, unknown] = [await textOf(w, '/featured'), await textOf(w, '/nothing')]
    expect(featured.statusCode).toBe(404)
    expect(featured.main).toBe(unknown.main)
    expect(featured.text).not.toMatch(/canonical|href="\/featured"/)
    expect(featured.text).toContain('<title>404 Page Not Found · Hooley</title>')
    expect((await textOf(w, '/')).text).toMatch(/aria-disabled="true">Featured Events</)
  })
})

describe('with the features on', () => {
  let w: World
  beforeAll(async () => {
    w = await openWith(LISTS)
  })
  afterAll(() => w.close())

  test('before anything is popular the page says so and is by date; then it says how it is reckoned', async () => {
    const before = await textOf(w, '/popular-events')
    expect(before.main).toContain('Nothing stands out yet, so here’s what’s on next.')
    expect(cardsIn(before.main)).toEqual(['Chess Club', 'Fiddle Night'])
    await rankPopular(w.deps)
    // What was kept is renewed within half a minute; nobody waits for that here.
    const { main } = await textOf(w, '/popular-events?cursor=x')
    expect(main).toContain('Ranked by bookings in the last three days, compared with what’s usual')
    expect(main).toContain('Newer bookings count more.')
    expect(cardsIn(main)).toEqual(['Fiddle Night'])
    expect(main).toContain('Discover popular events you might like')
  })

  test('recommended events say why, to everybody who has not said who they are', async () => {
    const { main } = await textOf(w, '/recommended-events')
    expect(cardsIn(main)).toEqual(['Chess Club', 'Fiddle Night'])
    expect(main).toContain('>Coming up<')
    expect(main).not.toContain('Not for me')
  })

  test('featured events have a page and a link in the footer', async () => {
    const { statusCode, main, text } = await textOf(w, '/featured')
    expect(statusCode).toBe(200)
    expect(cardsIn(main)).toEqual(['Fiddle Night'])
    expect(text).toMatch(/<footer[\s\S]*href="\/featured"[^>]*>Featured Events</)
  })

  test('home has both rows alive, each with its way on', async () => {
    const { main } = await textOf(w, '/')
    expect(main).not.toContain('Coming Soon')
    for (const path of ['/popular-events', '/recommended-events']) expect(main).toContain(`href="${path}"`)
    expect(main).toContain('>Coming up<')
  })
})
