// An organiser's series: how it repeats in the form, changing some of its dates, and running it.
import { expectAccessible } from './support/axe.ts'
import { onFullSite } from './support/full-site.ts'
import { expect, test, type Member } from './support/test.ts'

onFullSite()

const DAY = 86_400_000
/** Of a day of coming weeks, as date fields hold it. */
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
const first = dayIn(5)
const nth = (weeks: number) => dayIn(5 + 7 * weeks)

const createWeekly = (member: Member, fields: object = {}) =>
  member.api.series.create({
    body: {
      event: {
        title: 'Tuesday Tunes',
        description: 'Bring a fiddle.',
        venue: 'The Cobblestone, Dublin',
        startTime: `${first}T20:00`,
        endTime: `${first}T22:00`,
        timeZone: 'Europe/Dublin',
        isDraft: false,
        capacity: 10,
      },
      rule: { unit: 'week', every: 1, weekdays: [((new Date(first).getUTCDay() + 6) % 7) + 1] },
      ...fields,
    },
  })

test(
  'a new event repeats: its next dates are listed, one is left out, and its dates are made',
  { tag: '@both' },
  async ({ page, newMember, signInAs }) => {
    const title = `Weekly Session ${crypto.randomUUID().slice(0, 8)}`
    const member = await newMember()
    await signInAs(member)
    await page.goto('/create-event')
    const repeats = page.getByRole('group', { name: 'Repeats' })
    await repeats.getByRole('switch', { name: 'Repeats' }).check()
    await expect(repeats.getByText('Please enter the start of the first date above.')).toBeVisible()
    for (const [name, value] of Object.entries({
      Title: title,
      Description: 'Bring a fiddle.',
      'Start time': `${first}T20:00`,
      'End time': `${first}T22:00`,
      Venue: 'The Cobblestone, Dublin',
      Capacity: '40',
    }))
      await page.getByLabel(name, { exact: true }).fill(value)
    const dates = repeats.getByRole('list', { name: 'The next dates' }).getByRole('listitem')
    await expect(dates).toHaveCount(6)
    await dates.nth(1).getByRole('button').click()
    await expect(dates).toHaveCount(7)
    await expect(dates.nth(1).getByRole('button', { name: /^Put back/ })).toBeVisible()
    await repeats.getByRole('radio', { name: 'Monthly' }).check()
    await expect(repeats.getByLabel('On', { exact: true }).getByRole('option').first()).toHaveText(/^The \d/)
    await repeats.getByRole('radio', { name: 'Weekly' }).check()
    await repeats.getByRole('radio', { name: 'After' }).check()
    await repeats.getByLabel('How many times').fill('0')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('alert').getByText('Please choose from 1 to 520 times.')).toBeVisible()
    await repeats.getByLabel('How many times').fill('4')
    await expectAccessible(page, 'Repeats in the form')
    await page.getByRole('tab', { name: 'Social Settings' }).click()
    await page.getByLabel('Text for Twitter').fill('Tunes for everybody')
    await page.getByRole('tab', { name: 'Event Details' }).click()
    // What was chosen is kept like all the rest.
    await page.reload()
    await expect(repeats.getByLabel('How many times')).toHaveValue('4')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page).toHaveURL(/\/events$/)
    const { items } = await member.api.events.list({ query: { creator: 'me' } })
    const made = items.filter((one) => one.title === title)
    expect(made.map(({ seriesDay }) => seriesDay).toSorted()).toEqual([first, nth(2), nth(3)])
    // What was written in another tab is for all of them.
    for (const { id } of made)
      await expect
        .poll(() => member.api.socialPosts.list({ params: { eventId: id } }))
        .toMatchObject([{ network: 'twitter', text: 'Tunes for everybody' }])
  },
)

test('a change of this and following dates says what becomes of each, and who is notified', async ({
  page,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('409')
  const [member, guest] = [await newMember(), await newMember()]
  const series = await createWeekly(member)
  const [, second, third] = series.dates
  await guest.api.tickets.book({ body: { eventId: third!.id, numberOfTickets: 2 } })
  await signInAs(member)
  await page.goto(`/events/${second!.id}/edit`)
  await expect(page.getByText('One date of a series.')).toBeVisible()
  await page.getByLabel('Venue', { exact: true }).fill('The Back Room, Dublin')
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Which dates do you want to change?' })
  await dialog.getByRole('radio', { name: 'This and following' }).check()
  const lines = dialog.getByRole('list', { name: 'What happens to each date' }).getByRole('listitem')
  await expect(lines).toHaveCount(series.dates.length - 1)
  await expect(lines.nth(1)).toContainText('Changes, 2 booked')
  await expect(dialog.getByText('We’ll let 1 person know.')).toBeVisible()
  await expectAccessible(page, 'Which dates are changed')
  // Somebody else was faster.
  await member.api.series.skip({ params: { seriesId: series.id }, body: { day: nth(6) } })
  await dialog.getByRole('button', { name: 'Save these dates' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This series has been changed elsewhere.')
  await dialog.getByRole('button', { name: 'Load the latest version' }).click()
  await expect(lines).toHaveCount(series.dates.length - 2)
  await dialog.getByRole('button', { name: 'Save these dates' }).click()
  await expect(page).toHaveURL(`/events/${second!.id}`)
  const { dates } = await member.api.series.get({ params: { seriesId: series.id } })
  expect(dates.slice(0, 3).map(({ venue }) => venue)).toEqual([
    'The Cobblestone, Dublin',
    'The Back Room, Dublin',
    'The Back Room, Dublin',
  ])
})

test('dates that no longer fit are kept, cancelled or deleted, as is chosen for each', async ({
  page,
  newMember,
  signInAs,
}) => {
  const [member, guest] = [await newMember(), await newMember()]
  const series = await createWeekly(member)
  const [date, booked, kept, cancelled] = series.dates
  await guest.api.tickets.book({ body: { eventId: booked!.id, numberOfTickets: 1 } })
  await guest.api.tickets.book({ body: { eventId: cancelled!.id, numberOfTickets: 1 } })
  await signInAs(member)
  await page.goto(`/events/${date!.id}/edit`)
  const repeats = page.getByRole('group', { name: 'Repeats' })
  await repeats.getByRole('switch', { name: 'Change when it repeats' }).check()
  await repeats.getByLabel('Interval').selectOption('Every 6 weeks')
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Which dates do you want to change?' })
  const lines = dialog.getByRole('list', { name: 'What happens to each date' }).getByRole('listitem')
  await expect(lines.nth(1)).toContainText('No longer fits, 1 booked')
  const choice = (n: number) => lines.nth(n).getByRole('combobox', { name: /^What to do with/ })
  await expect(choice(1)).toHaveValue('keep')
  await expect(choice(1).getByRole('option', { name: 'Delete it' })).toHaveCount(0)
  await expect(choice(2)).toHaveValue('delete')
  await choice(2).selectOption('Keep it')
  await choice(3).selectOption('Cancel it')
  await expect(dialog.getByText('We’ll let 1 person know.')).toBeVisible()
  await expectAccessible(page, 'dates that no longer fit')
  await dialog.getByRole('button', { name: 'Save these dates' }).click()
  await expect(page).toHaveURL(`/events/${date!.id}`)
  const after = await member.api.series.get({ params: { seriesId: series.id } })
  const stateOf = (id: number) => after.dates.find((one) => one.id === id)?.status
  expect([date, booked, kept, cancelled, series.dates[4]].map((one) => stateOf(one!.id))).toEqual([
    'published',
    'published',
    'published',
    'cancelled',
    undefined,
  ])
})

test('Manage of a date leaves it out, pauses and resumes the series, and allows places at every date', async ({
  page,
  newMember,
  signInAs,
}) => {
  const member = await newMember()
  const series = await createWeekly(member)
  await signInAs(member)
  const [first, second] = series.dates.map(({ id }) => ({ eventId: id }))
  const questions = [{ kind: 'yes-no' as const, label: 'Do you bring a fiddle?' }]
  await member.api.bookingQuestions.put({ params: second!, body: { questions } })
  await page.goto(`/events/${series.dates[1]!.id}/manage?tab=event`)
  const section = page.getByRole('region', { name: 'Series' })
  await section.getByLabel('An extra day').fill(dayIn(9))
  await section.getByRole('button', { name: 'Add day' }).click()
  await expect(section.getByRole('listitem')).toContainText('extra day')
  await section.getByRole('switch').click()
  await section.getByLabel('Seats per date for this (half if left empty)').fill('4')
  await section.getByRole('button', { name: 'Save seats' }).click()
  await expect(section.getByText('The number of seats is saved.')).toBeVisible()
  await section.getByRole('button', { name: 'Use for all dates' }).click()
  await expect(section.getByText('Copied to the dates.')).toBeVisible()
  expect((await member.api.bookingQuestions.get({ params: first! })).questions).toMatchObject(questions)
  await section.getByRole('button', { name: 'Pause' }).click()
  const pause = page.getByRole('dialog', { name: 'Pause the series' })
  await pause.getByLabel('First day without a date').fill(nth(3))
  await pause.getByLabel('Starts again on').fill(nth(5))
  await expectAccessible(page, 'Pausing a series')
  await pause.getByRole('button', { name: 'Pause' }).click()
  await expect(section.getByText('Paused from')).toBeVisible()
  await expectAccessible(page, 'A series in Manage')
  await section.getByRole('button', { name: 'Resume' }).click()
  await expect(section.getByText('The series goes on.')).toBeVisible()
  const { settings, standingAllowed } = await member.api.series.get({ params: { seriesId: series.id } })
  expect({ ...settings, standingAllowed }).toMatchObject({
    standingAllowed: true,
    standingSeats: 4,
    pausedFrom: null,
    extraDays: [dayIn(9)],
  })
  await section.getByRole('button', { name: 'Leave this date out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave it out' }).click()
  await expect(page).toHaveURL(/\/my-events/)
})
