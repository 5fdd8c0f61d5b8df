import type { EventBodyInput } from '../contract/event-body.ts'
import { hydrated } from './support/full-site.ts'
import { expectAccessible } from './support/axe.ts'
import { expect, test, type Member } from './support/test.ts'

const LONG = Array.from({ length: 60 }, (_, n) => `Sentence number ${n + 1} about this very evening.`).join(' ')

const create = (member: Member, fields: Partial<EventBodyInput> = {}) =>
  member.api.events.create({
    body: {
      title: 'The Lonesome Row - Fiddle Night',
      description: LONG,
      venue: 'The Cobblestone, 77 King Street, Dublin',
      startTime: '2030-03-03T19:30',
      endTime: '2030-03-03T22:10',
      timeZone: 'Europe/Dublin',
      isDraft: false,
      capacity: 50,
      ...fields,
    },
  })

test('an event page tells everything about the event', { tag: '@both' }, async ({ page, newMember }) => {
  const event = await create(await newMember(), { artistDescription: 'Four fiddles from Clare.' })
  await page.goto(`/events/${event.id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: event.title })).toBeVisible()
  await expect(main.getByText('The Cobblestone, 77 King Street, Dublin')).toBeVisible()
  await expect(main.getByText('3rd Mar, 2030')).toBeVisible()
  await expect(main.getByText('Doors open 7:30 PM · 3 hours')).toBeVisible()
  await expect(main.getByText('FREE', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'EDIT', exact: true })).toHaveCount(0)

  const about = main.locator('section', { has: page.getByRole('heading', { name: 'About the event' }) })
  const text = about.getByText('Sentence number 1 about')
  const lines = () => text.evaluate((p) => Math.round(p.clientHeight / parseFloat(getComputedStyle(p).lineHeight)))
  expect(await lines()).toBe(3)
  await about.getByRole('button', { name: 'Read more' }).click()
  expect(await lines()).toBeGreaterThan(3)
  await about.getByRole('button', { name: 'Show less' }).click()
  expect(await lines()).toBe(3)

  const artist = main.locator('section', { has: page.getByRole('heading', { name: 'Artist Description' }) })
  await expect(artist.getByText('The Lonesome Row', { exact: true })).toBeVisible()
  await expect(artist.getByText('Four fiddles from Clare.')).toBeVisible()
})

test('Share and Add to favorites say for 3 seconds that they are coming', async ({ page, newMember }) => {
  const event = await create(await newMember())
  await page.goto(`/events/${event.id}`)
  await hydrated(page)
  // The clock is stopped from here on, until the test lets it run.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  for (const [button, message] of [
    ['Share', 'Share feature coming soon!'],
    ['Add to favorites', 'Add to favorites feature coming soon!'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByText(message)).toBeVisible()
    await page.clock.runFor(2_900)
    await expect(page.getByText(message)).toBeVisible()
    await page.clock.runFor(200)
    await expect(page.getByText(message)).toBeHidden()
  }
})

test('a reduced price shows the old one struck through and what is saved', async ({ request, api }) => {
  const { items } = await api.events.list({ query: { when: 'upcoming' } })
  const event = items.find(
    ({ isFreeOfCharge, anchorPrice, sellingPrice }) => !isFreeOfCharge && anchorPrice > sellingPrice,
  )
  if (!event) throw new Error('the demo data has no reduced event')
  const html = await (await request.get(`/events/${event.id}`)).text()
  const [booking = ''] = /<section[^>]* aria-label="Booking".*?<\/section>/s.exec(html) ?? []
  const pounds = (amount: number) => `£${amount.toFixed(2)}`
  expect(booking).toContain(`>${pounds(event.sellingPrice)}</span>`)
  expect(booking).toMatch(/<button[^>]*>BOOK<\/button>/)
  // Screen readers hear which price is the old one.
  expect(booking).toMatch(new RegExp(`<s [^>]*><span[^>]*>Was </span>${pounds(event.anchorPrice)}</s>`))
  expect(booking).toContain(`>Save ${pounds(event.anchorPrice - event.sellingPrice)}<`)
  const list = await (await request.get('/events')).text()
  expect(list).toMatch(/<s [^>]*><span[^>]*>Was <\/span>£\d+\.\d\d<\/s>/)
})

test("the zone's short name follows the time where the viewer's zone is another; a short text has no Read more", async ({
  newVisitor,
  newMember,
}) => {
  const event = await create(await newMember(), { description: 'Bring a fiddle.\nOr two.' })
  const page = await newVisitor({ timezoneId: 'America/New_York' })
  await page.goto(`/events/${event.id}`)
  await expect(page.getByText('Doors open 7:30 PM GMT · 3 hours')).toBeVisible()
  await expect(page.getByText('Bring a fiddle.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Read more' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Artist Description' })).toHaveCount(0)
})

test('the creator sees EDIT, and a draft with its badge; to others a draft does not exist', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('404')
  const creator = await newMember()
  const draft = await create(creator, { isDraft: true, title: 'Still thinking' })
  expect((await page.goto(`/events/${draft.id}`))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Event not found' })).toBeVisible()
  await expect(page.getByText('Still thinking')).toHaveCount(0)

  await signInAs(creator)
  await page.goto(`/events/${draft.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Still thinking' })).toBeVisible()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'EDIT', exact: true })).toHaveAttribute(
    'href',
    `/events/${draft.id}/edit`,
  )
})

test('guests of a virtual event find its link there, others read Online event', async ({
  page,
  newMember,
  signInAs,
}) => {
  const event = await create(await newMember(), { isVirtual: true, venue: 'https://meet.example/room' })
  await page.goto(`/events/${event.id}`)
  await expect(page.getByText('Online event')).toBeVisible()
  const guest = await newMember()
  await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  await signInAs(guest)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Join online' })).toHaveAttribute('href', 'https://meet.example/room')
})

test('an id that belongs to nothing, is no number or is missing says so', async ({ request }) => {
  for (const [path, status, text] of [
    ['/events/2000000000', 404, 'Event not found'],
    ['/events/abc', 404, 'Event not found'],
    ['/events/%20', 400, 'Event ID is required'],
  ] as const) {
    const response = await request.get(path)
    expect(response.status()).toBe(status)
    expect(await response.text()).toMatch(new RegExp(`<h1[^>]*>${text}</h1>`))
  }
})

test('an event that ends while its page is open says so by itself', async ({ page, newMember }) => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const event = await create(await newMember(), { startTime: inHours(1), endTime: inHours(2) })
  await page.clock.install()
  await page.goto(`/events/${event.id}`)
  await expect(page.getByRole('button', { name: 'BOOK SLOT' })).toBeEnabled()
  await hydrated(page)
  await page.clock.fastForward('03:00:00')
  await expect(page.getByRole('button', { name: 'ENDED' })).toBeDisabled()
  await expect(page.getByText('This event has ended')).toBeVisible()
})

test('an event without a picture has one poster: on its card, on its page, and where it is shared', async ({
  request,
  newMember,
}) => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const event = await create(await newMember(), { posterSeed: 'k3v', startTime: at(-2), endTime: at(1) })
  expect(event.imageUrl).toBeNull()
  const read = async (path: string) => (await request.get(path)).text()
  const image = '<img [^>]*src="/images/events/poster-k3v-800.webp"'
  expect(await read('/events')).toMatch(new RegExp(`<a [^>]*href="/events/${event.id}"[^>]*>${image}`))
  const html = await read(`/events/${event.id}`)
  expect(html).toMatch(new RegExp(`<main.*${image}`, 's'))
  const shared = /<meta property="og:image" content="http[^"]*?(\/images\/events\/card-[^"]+)"/.exec(html)?.[1] ?? ''
  // Drawn from the same poster: server/modules/events/share-cards.test.ts.
  expect((await request.get(shared)).headers()['content-type']).toBe('image/jpeg')
})

test('an event that is over says so without a script', async ({ request, api }) => {
  const { items } = await api.events.list({ query: { when: 'past', limit: 1 } })
  const html = await (await request.get(`/events/${items[0]?.id}`)).text()
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>ENDED<\/button>/)
  expect(html).toMatch(/>This event has ended</)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the whole text can be read, and search engines find what they need', async ({ page, newMember, baseURL }) => {
    const title = 'Tricks - </script><script>alert(1)</script>'
    const event = await create(await newMember(), { title })
    await page.goto(`/events/${event.id}`)
    const clipped = await page.getByText('Sentence number 1 about').evaluate((p) => p.scrollHeight - p.clientHeight)
    expect(clipped).toBe(0)
    await expect(page.getByRole('button', { name: 'Read more' })).toBeHidden()

    await expect(page).toHaveTitle(`${title} · Hooley`)
    const address = `${baseURL}/events/${event.id}`
    const meta = (name: string) => page.locator(`meta[property="${name}"]`)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address)
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Sentence number 1 .{100,}…$/)
    await expect(meta('og:title')).toHaveAttribute('content', title)
    await expect(meta('og:url')).toHaveAttribute('content', address)
    await expect(meta('og:image')).toHaveAttribute('content', /^http.*\/card-\d+-[a-z0-9]+\.jpg$/)
    const jsonLd = await page.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse(jsonLd ?? '')).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: title,
      startDate: '2030-03-03T19:30:00.000Z',
      location: { '@type': 'Place', name: 'The Cobblestone' },
      offers: { price: 0, priceCurrency: 'GBP', availability: 'https://schema.org/InStock' },
    })
  })
})

test('what cannot be booked is drawn, with one next step and three other events; so is what is not there', async ({
  page,
  newMember,
  expectedNoise,
}) => {
  expectedNoise.push('status of 404')
  const [creator, guest] = [await newMember(), await newMember()]
  const full = await create(creator, { capacity: 1, title: 'A full one' })
  await guest.api.tickets.book({ body: { eventId: full.id, numberOfTickets: 1 } })
  const ended = await create(creator, { startTime: '2020-03-03T19:30', endTime: '2020-03-03T22:00' })
  const off = await create(creator, { title: 'One that is off' })
  await creator.api.events.cancel({ params: { eventId: off.id }, body: {} })
  const cases: [string, string, string | null][] = [
    [`/events/${full.id}`, 'A full house', null],
    [`/events/${ended.id}`, 'That was it', 'See upcoming events'],
    [`/events/${off.id}`, 'Not this time', 'Browse Events'],
    ['/events/999999', 'Coming up', null],
    ['/nowhere', 'Coming up', null],
  ]
  for (const [address, heading, next] of cases) {
    await page.goto(address)
    const others = page.getByRole('region', { name: heading })
    await others.scrollIntoViewIfNeeded()
    await expect(others.getByRole('listitem')).toHaveCount(3)
    await expect(others.getByRole('link', { name: 'A full one' })).toHaveCount(0)
    if (next) await expect(others.getByRole('link', { name: next })).toBeVisible()
    const drawing = others.locator('img[src*="/images/states/"]')
    if (heading !== 'Coming up')
      await expect.poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expectAccessible(page, heading)
  }
})
