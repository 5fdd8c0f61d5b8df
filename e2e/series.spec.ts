// What happens every week, as visitors meet it: on a card, on the page of a date, on the page of the series.
import { expectAccessible } from './support/axe.ts'
import { hydrated, onFullSite } from './support/full-site.ts'
import { loginDialog } from './support/login-dialog.ts'
import { linkPageIn } from './support/mails.ts'
import { expect, test, type Member } from './support/test.ts'

onFullSite()

const DAY = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

const createSeries = (
  { api }: Member,
  title: string,
  fields: { capacity?: number; standingAllowed?: boolean; isDraft?: boolean; visibility?: 'unlisted' } = {},
) => {
  const [day, { standingAllowed = false, ...others }] = [dayIn(10), fields]
  const weekday = ((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7) + 1
  const event = {
    title,
    description: 'Tunes for everybody.',
    venue: 'The Cobblestone, Dublin',
    timeZone: 'Europe/Dublin',
    startTime: `${day}T20:00`,
    endTime: `${day}T23:00`,
    capacity: 5,
    isDraft: false,
    ...others,
  }
  const rule = { unit: 'week' as const, every: 1, weekdays: [weekday] }
  return api.series.create({ body: { event, rule, standingAllowed } })
}

test('a newcomer finds a series once, books three dates in one press, and follows it @phone', async ({
  page,
  newMember,
}) => {
  const creator = await newMember({ firstName: 'Nuala', lastName: 'Quirke' })
  const title = 'Quillwort Session'
  const series = await createSeries(creator, title, { capacity: 1 })
  const early = await newMember()
  await early.api.tickets.book({ body: { eventId: series.dates[1]!.id, numberOfTickets: 1 } })
  const guest = await newMember()
  const main = page.getByRole('main')

  await page.goto('/events?q=quillwort')
  const card = main.getByRole('link', { name: title })
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(`and ${series.dates.length - 1} more dates`)
  await card.click()
  await main.getByRole('link', { name: `${series.ruleText} · ${series.dates.length - 1} more dates` }).click()

  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(main.getByText(series.ruleText, { exact: true })).toBeVisible()
  const rows = main.getByRole('list', { name: 'Dates' }).getByRole('listitem')
  await expect(rows).toHaveCount(series.dates.length)
  await expect(rows.nth(1)).toContainText('Sold out')
  await expectAccessible(page, 'a series')

  const press = main.getByRole('button', { name: /^BOOK/ })
  await press.click()
  await expect(main.getByRole('alert')).toContainText('Please tick at least one date.')
  for (const n of [0, 1, 3]) await rows.nth(n).getByRole('checkbox').check()
  await expect(main.getByText('3 dates chosen')).toBeVisible()
  await press.click()
  const login = loginDialog(page)
  await expect(login.dialog).toContainText(`Log in to book your dates of ${title}.`)
  await login.logIn(guest)
  await expect(main.getByText('Booked 2 dates. You’re on the waiting list for 1 date.')).toBeVisible()
  await expect(rows.nth(0)).toContainText('You’re going (1 ticket)')
  await expect(rows.nth(1)).toContainText('On the waiting list')
  await expect(rows.nth(3)).toContainText('You’re going (1 ticket)')
  await expect(rows.nth(0).getByRole('checkbox')).toBeDisabled()
  await expectAccessible(page, 'a series with dates that were booked')

  await main.getByRole('button', { name: 'Follow' }).click()
  await expect(main.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true')
  const followed = () => guest.api.series.listFollowed()
  await expect.poll(async () => (await followed()).map(({ id }) => id)).toEqual([series.id])
  await page.goto('/notices')
  await main.getByRole('button', { name: `Following ${title}` }).click()
  await expect.poll(followed).toEqual([])
})

test('a date that fills up in between leaves nothing booked if all or none were asked for', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('409')
  const series = await createSeries(await newMember(), 'Bogbean Session', { capacity: 1 })
  const [guest, other] = [await newMember(), await newMember()]
  await signInAs(guest)
  await page.goto(`/series/${series.id}`)
  await hydrated(page)
  const main = page.getByRole('main')
  const rows = main.getByRole('list', { name: 'Dates' }).getByRole('listitem')
  for (const n of [0, 1]) await rows.nth(n).getByRole('checkbox').check()
  await main.getByRole('radio', { name: 'Book none' }).check()
  await other.api.tickets.book({ body: { eventId: series.dates[1]!.id, numberOfTickets: 1 } })
  await main.getByRole('button', { name: 'BOOK 2 DATES' }).click()
  await expect(main.getByRole('alert')).toContainText('sold out')
  expect(await guest.api.tickets.list()).toEqual([])
})

test('somebody is booked for every date until they end it', async ({ page, newMember, signInAs, expectedNoise }) => {
  expectedNoise.push('403')
  const series = await createSeries(await newMember(), 'Comfrey Session', { standingAllowed: true })
  const guest = await newMember()
  await signInAs(guest)
  await page.goto(`/series/${series.id}`)
  await hydrated(page)
  const standing = page.getByRole('region', { name: 'Book me for every date' })
  const press = standing.getByRole('button', { name: 'Book me for every date' })
  await press.click()
  await expect(standing.getByRole('alert')).toContainText('confirm your email address')
  await expect.poll(() => linkPageIn(guest.email, 'Confirm your email')).not.toBeNull()
  const token = linkPageIn(guest.email, 'Confirm your email')?.replace('/links/', '') ?? ''
  await guest.api.account.confirmAddress({ body: { token } })
  await standing.getByRole('radio', { name: '2' }).check()
  await press.click()
  await expect(standing).toContainText('2 tickets for every date, since')
  await expect(page.getByText('You’re going (2 tickets)')).toHaveCount(series.dates.length)
  await expectAccessible(page, 'a series with a standing place')
  await standing.getByRole('button', { name: 'End this' }).click()
  await expect(press).toBeVisible()
  expect((await guest.api.series.mine({ params: { seriesId: series.id } })).standing).toBeNull()
})

test('the page says that a series is paused or has ended, that it has no date, and that it cannot be loaded', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('404', 'Failed to fetch', 'ERR_INTERNET_DISCONNECTED')
  const creator = await newMember()
  const [paused, ended] = [await createSeries(creator, 'Sorrel Session'), await createSeries(creator, 'Teasel Session')]
  const guest = await newMember()
  for (const { dates } of [paused, ended])
    await guest.api.tickets.book({ body: { eventId: dates[0]!.id, numberOfTickets: 1 } })
  await creator.api.series.pause({ params: { seriesId: paused.id }, body: { until: dayIn(60) } })
  await creator.api.series.end({ params: { seriesId: ended.id }, body: {} })
  const main = page.getByRole('main')
  const rows = main.getByRole('list', { name: 'Dates' }).getByRole('listitem')

  await page.goto(`/series/${paused.id}`)
  await expect(main.getByText('This series is paused until')).toBeVisible()
  await expect(rows.first()).toBeVisible()
  await expectAccessible(page, 'a series that is paused')
  await page.goto(`/series/${ended.id}`)
  await expect(main.getByText('This is the last date of this series.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expectAccessible(page, 'a series that has ended')

  await page.goto(`/events/${ended.dates[0]!.id}`)
  await hydrated(page)
  await page.route(/\/series\/\d+\.data/, (route) => route.abort('internetdisconnected'))
  await main.getByRole('link', { name: ended.ruleText }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Failed to load this page. Please try again.' }),
  ).toBeVisible()
  await expectAccessible(page, 'a series that cannot be loaded')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Failed to load' })).toBeHidden()

  const empty = await createSeries(creator, 'Vetch Session')
  for (const { id } of empty.dates) await creator.api.events.remove({ params: { eventId: id } })
  await page.goto(`/series/${empty.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Series not found' })).toBeVisible()
  await signInAs(creator)
  await page.goto(`/series/${empty.id}`)
  await expect(main.getByText('There are no dates at the moment.')).toBeVisible()
  await expectAccessible(page, 'a series without dates')
})

test('a draft has a page for its creator, and an unlisted series for those with its link', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('404')
  const creator = await newMember()
  const draft = await createSeries(creator, 'Tansy Session', { isDraft: true })
  const unlisted = await createSeries(creator, 'Yellow Rattle Session', { visibility: 'unlisted' })
  const main = page.getByRole('main')
  const rows = main.getByRole('list', { name: 'Dates' }).getByRole('listitem')
  for (const { id } of [draft, unlisted]) {
    await page.goto(`/series/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Series not found' })).toBeVisible()
  }
  const response = await page.goto(`/series/${unlisted.id}?key=${unlisted.key}`)
  expect(response?.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
  await expect(rows).toHaveCount(unlisted.dates.length)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await expect(main.getByRole('button', { name: 'Follow' })).toHaveCount(0)
  await hydrated(page)
  for (const n of [0, 1]) await rows.nth(n).getByRole('checkbox').check()
  await main.getByRole('button', { name: 'BOOK 2 DATES' }).click()
  await loginDialog(page).logIn(await newMember())
  await expect(main.getByText('Booked 2 dates.')).toBeVisible()
  await rows.nth(2).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Yellow Rattle Session' })).toBeVisible()

  await signInAs(creator)
  await page.goto(`/series/${draft.id}`)
  await expect(rows).toHaveCount(draft.dates.length)
  await expect(rows.first()).toContainText('Draft')
  await expectAccessible(page, 'the draft of a series')
})

test('a series that is not there says so', async ({ page, expectedNoise }) => {
  expectedNoise.push('404')
  await page.goto('/series/999999')
  await expect(page.getByRole('heading', { level: 1, name: 'Series not found' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Coming up' }).getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page, 'no series')
})

test('the page tells search engines what it is and which dates it has', async ({ request, newMember }) => {
  const series = await createSeries(await newMember(), 'Yarrow Session')
  const linkedData = async (path: string) => {
    const html = await (await request.get(path)).text()
    const [, text = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    return JSON.parse(text) as Record<string, unknown>
  }
  const page = await linkedData(`/series/${series.id}`)
  expect(page).toMatchObject({ '@type': 'EventSeries', name: 'Yarrow Session' })
  expect(page).not.toHaveProperty('eventSchedule')
  expect((page.subEvent as object[]).length).toBe(series.dates.length)
  expect(await linkedData(`/events/${series.dates[0]!.id}`)).toMatchObject({
    '@type': 'Event',
    superEvent: { '@type': 'EventSeries', url: page.url },
  })
})
