// A ballot: held in the event form, entered, sealed, drawn, and checked by somebody who finds themselves in it.
import { DAY, HOUR, MINUTE } from '../contract/durations.ts'
import { expectAccessible } from './support/axe.ts'
import { create, panel } from './support/booking.ts'
import { inDatabaseOf } from './support/database.ts'
import { expect, test, type Member } from './support/test.ts'

const from = (ms: number) => new Date(Date.now() + ms).toISOString()

const confirm = (member: Member) =>
  inDatabaseOf(member, 'update users set email_confirmed_at = now() where email = $1', [member.email])

/** As if so much time had passed for the ballot; then what is due is done. */
async function pass(member: Member, eventId: number, ms: number) {
  await inDatabaseOf(
    member,
    `update ballots set opens_at = opens_at - $2::interval, closes_at = closes_at - $2::interval,
      number_at = number_at - $2::interval, closed_at = closed_at - $2::interval where event_id = $1`,
    [eventId, `${ms} milliseconds`],
  )
  await inDatabaseOf(member, `select add_job('run-ballots', '{}'::jsonb, 0, now(), 'journey ' || clock_timestamp())`)
}

const PLAN = {
  opensAt: from(-MINUTE),
  closesAt: from(2 * DAY),
  mostSeats: 2,
  source: { kind: 'draw' as const, name: 'Lotto of Saturday', at: from(2 * DAY + 2 * HOUR) },
}

test(
  'somebody enters a ballot, it is sealed and drawn, and they find themselves in the draw',
  { tag: '@both' },
  async ({ page, newMember, newVisitor, signInAs, expectedNoise }) => {
    test.slow()
    expectedNoise.push('was preloaded using link preload')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const [creator, guest, other] = [await newMember(), await newMember(), await newMember()]
    for (const member of [creator, guest, other]) await confirm(member)
    const event = await create(creator, { capacity: 1 })
    const params = { eventId: event.id }
    await creator.api.ballots.set({ params, body: PLAN })
    await other.api.ballots.enter({ params, body: { seats: 1, salt: 'ab'.repeat(16) } })

    await signInAs(guest)
    await page.goto(`/events/${event.id}`)
    await expect(panel(page)).toContainText('Places are drawn by ballot')
    await panel(page).getByRole('button', { name: 'ENTER THE BALLOT' }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter the ballot' })
    await expect(dialog).toContainText('It makes no difference when you enter')
    await expectAccessible(page, 'entering a ballot')
    await dialog.getByRole('button', { name: 'Enter the ballot' }).click()
    const entered = page.getByRole('dialog', { name: 'You’re in the ballot' })
    await entered.getByText('Your receipt').click()
    await expectAccessible(page, 'in the ballot')
    await page.keyboard.press('Escape')
    await expect(panel(page).getByRole('button', { name: 'In the ballot: 1 place' })).toBeVisible()
    await page.goto('/my-bookings')
    const mine = page.getByRole('region', { name: 'Ballots' })
    const headings = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(headings.nth(1), 'other events come last').toHaveText('Ballots')
    await expect(mine).toContainText('You asked for 1 place')
    await expectAccessible(page, 'a ballot among bookings')

    const desk = await newVisitor()
    await signInAs(creator, desk)
    await pass(creator, event.id, 2 * DAY)
    const shown = async () => (await creator.api.ballots.ofEvent({ params, query: {} })).state
    await expect.poll(shown).toBe('closed')
    await mine.getByRole('link', { name: 'See the ballot' }).click()
    await expect(page.getByText('the list matches its seal')).toBeVisible()
    await expectAccessible(page, 'a sealed ballot')

    await pass(creator, event.id, 2 * HOUR + MINUTE)
    await desk.goto(`/events/${event.id}/manage`)
    const section = desk.getByRole('region', { name: 'Ballot', exact: true })
    await expect(section.getByRole('button', { name: 'Enter the number and draw' })).toBeVisible()
    const addGuest = desk.getByRole('button', { name: 'Add a guest' })
    await expect(addGuest, 'one filled button').toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await section.getByRole('textbox', { name: 'Number of Lotto of Saturday' }).fill('07 12 23 34 45 2 9')
    await expectAccessible(desk, 'the number of a ballot')
    await section.getByRole('button', { name: 'Enter the number and draw' }).click()
    await expect(section).toContainText('Drawn: those who came first')

    await page.reload()
    await expect(page.getByText('the order follows from the list and the number')).toBeVisible()
    await page.getByRole('button', { name: 'Find my entry' }).click()
    await expect(page.getByText(/You’re in the list, with 1 place: number [12] of 2 in the draw/)).toBeVisible()
    await expectAccessible(page, 'a drawn ballot')
    await page.getByRole('textbox', { name: 'Salt' }).fill('ff'.repeat(16))
    await page.getByRole('button', { name: 'Find my entry' }).click()
    await expect(page.getByText('No entry in the list matches this receipt')).toBeVisible()

    const { entry } = await guest.api.ballots.entry({ params })
    const waiting = await guest.api.waitingList.get({ params })
    expect(waiting.state).toBe(entry?.position === 1 ? 'offered' : 'waiting')
    await page.goto(`/events/${event.id}`)
    await expect(panel(page)).toContainText('Places were drawn by ballot')
  },
)

test(
  'an organiser holds a ballot in the event form, and may still change their mind',
  { tag: '@both' },
  async ({ page, newMember, signInAs, expectedNoise }) => {
    // Times that leave too little room are refused.
    expectedNoise.push('400 (Bad Request)')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const creator = await newMember()
    const event = await create(creator, { isDraft: true })
    await signInAs(creator)
    await page.goto(`/events/${event.id}/edit`)
    await page.getByText('Booking rules (optional)').click()
    await page.getByRole('button', { name: 'Hold a ballot instead' }).click()
    const section = page.getByRole('region', { name: 'Ballot', exact: true })
    await section.getByLabel('Ballot opens').fill('2031-07-01T12:00')
    await section.getByLabel('Ballot closes').fill('2031-07-05T12:00')
    await section.getByLabel('Name of the draw').fill('Lotto of Saturday 5 July')
    await section.getByLabel('When the number is published').fill('2031-07-17T20:00')
    await section.getByRole('button', { name: 'Save ballot' }).click()
    await expect(section.getByText('its number comes at least four days before the start')).toBeVisible()
    await section.getByLabel('When the number is published').fill('2031-07-05T20:00')
    await expectAccessible(page, 'a ballot in the event form')
    await section.getByRole('button', { name: 'Save ballot' }).click()
    await expect(section.getByText('Ballot saved.')).toBeVisible()
    const ballot = await creator.api.ballots.ofEvent({ params: { eventId: event.id }, query: {} })
    expect(ballot).toMatchObject({ state: 'planned', mostSeats: 2, opensAt: '2031-07-01T11:00:00.000Z' })
    await section.getByRole('button', { name: 'No ballot' }).click()
    await expect(page.getByRole('button', { name: 'Hold a ballot instead' })).toBeVisible()
    expect((await creator.api.events.get({ params: { eventId: event.id } })).ballot).toBeUndefined()

    // Typed and published in one press: nobody can book before the ballot is stored.
    await page.getByRole('button', { name: 'Hold a ballot instead' }).click()
    await section.getByLabel('Ballot opens').fill('2031-07-01T12:00')
    await section.getByLabel('Ballot closes').fill('2031-07-05T12:00')
    await section.getByLabel('Name of the draw').fill('Lotto of Saturday 5 July')
    await section.getByLabel('When the number is published').fill('2031-07-05T20:00')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'PUT') return
      if (request.url().endsWith(`/events/${event.id}/ballot`)) sent.push('ballot')
      else if (request.url().endsWith(`/events/${event.id}`))
        sent.push(/isDraft"[^a-z]*true/.test(request.postData() ?? '') ? 'draft' : 'published')
    })
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL(/\/events$/)
    expect(sent).toEqual(['draft', 'ballot', 'published'])
    const published = await creator.api.events.get({ params: { eventId: event.id } })
    expect(published).toMatchObject({ isDraft: false, ballot: 'running' })
  },
)

test('a ballot that does not exist leads on, and does not offer to try again', async ({ page, expectedNoise }) => {
  expectedNoise.push('404')
  await page.goto('/ballots/999999')
  await expect(page.getByRole('heading', { level: 1, name: 'This event has no ballot' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Coming up on Hooley' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Events' })).toHaveAttribute('href', '/events')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
