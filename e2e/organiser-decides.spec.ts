// What organisers ask, and whom they accept: the guest's screens, the page of an email's link and the manage screen.
import { expectAccessible } from './support/axe.ts'
import { create, panel } from './support/booking.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test } from './support/test.ts'

const MEAL = { kind: 'one' as const, label: 'Which meal?', choices: ['Meat', 'Vegan'], required: true }
const NOTE = { kind: 'text' as const, label: 'Anything else?' }

test(
  'the organiser writes questions, and a guest answers them after booking and on the ticket',
  { tag: '@phone' },
  async ({ page, newMember, newVisitor, signInAs }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const [creator, guest] = [await newMember(), await newMember()]
    const event = await create(creator)
    const desk = await newVisitor()
    await signInAs(creator, desk)
    await desk.goto(`/events/${event.id}/manage?tab=event`)
    const section = desk.getByRole('region', { name: 'Questions' })
    await section.getByRole('button', { name: 'Add a question' }).click()
    await section.getByRole('textbox', { name: 'What do you ask?' }).fill(MEAL.label)
    await section.getByRole('combobox').selectOption({ label: 'One of several choices' })
    await section.getByRole('textbox', { name: 'Choices' }).fill(MEAL.choices.join('\n'))
    await section.getByRole('switch', { name: 'Required' }).check()
    await expectAccessible(desk, 'questions of the organiser')
    await section.getByRole('button', { name: 'Save questions' }).click()
    await expect(section.getByText('Questions saved.')).toBeVisible()

    await signInAs(guest)
    await page.goto(`/events/${event.id}`)
    await panel(page).getByRole('button', { name: 'BOOK SLOT' }).click()
    const dialog = page.getByRole('dialog', { name: 'Booking Successful!' })
    await dialog.getByRole('radio', { name: 'Vegan' }).check()
    await expectAccessible(page, 'questions in the success dialog')
    await dialog.getByRole('button', { name: 'Save answers' }).click()
    await expect(dialog.getByText('Your answers are saved.')).toBeVisible()

    const [ticket] = await guest.api.tickets.list({ query: { eventId: event.id } })
    await page.goto(`/my-bookings/${ticket?.id}`)
    const asked = page.getByRole('region', { name: 'The organiser asks' })
    await expect(asked.getByRole('radio', { name: 'Vegan' })).toBeChecked()
    await expectAccessible(page, 'questions on the ticket')
    await asked.getByRole('radio', { name: 'Meat' }).check()
    await asked.getByRole('button', { name: 'Save answers' }).click()
    await expect(asked.getByText('Your answers are saved.')).toBeVisible()

    await desk.getByRole('tab', { name: 'Guests' }).click()
    await expect(desk.getByRole('region', { name: 'Guests' })).toContainText('Which meal? Meat')
  },
)

test(
  'questions are written while an event is created: kept over a reload, saved with it, and changed with it',
  { tag: '@both' },
  async ({ page, newMember, signInAs, expectedNoise }) => {
    const title = `Quiz Night ${crypto.randomUUID().slice(0, 8)}`
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const creator = await newMember()
    await signInAs(creator)
    await page.goto('/create-event')
    await page.getByRole('button', { name: 'Ask your guests something' }).click()
    const section = page.getByRole('region', { name: 'Questions' })
    await section.getByRole('textbox', { name: 'What do you ask?' }).fill(MEAL.label)
    await section.getByRole('combobox').selectOption({ label: 'One of several choices' })
    await section.getByRole('textbox', { name: 'Choices' }).fill('Meat')
    const progress = page.getByRole('progressbar', { name: 'Form progress' })
    await expect(progress).toHaveAttribute('value', '32')
    await expectAccessible(page, 'questions while creating')
    for (const [name, value] of Object.entries({
      Title: title,
      Description: 'Bring a pen.',
      'Start time': `${day}T20:00`,
      'End time': `${day}T22:00`,
      Venue: 'The Cobblestone, Dublin',
      Capacity: '40',
    }))
      await page.getByLabel(name, { exact: true }).fill(value)
    await page.reload()
    await expect(section.getByRole('textbox', { name: 'Choices' })).toHaveValue('Meat')
    expectedNoise.push('status of 400')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page.getByText('The event is saved, but not its questions.')).toBeVisible()
    await expect(page).toHaveURL(/\/events$/)

    const { items } = await creator.api.events.list({ query: { creator: 'me' } })
    const { id: eventId } = items.find((one) => one.title === title)!
    const stored = async () => (await creator.api.bookingQuestions.get({ params: { eventId } })).questions
    expect(await stored()).toEqual([])
    await page.goto(`/events/${eventId}/edit`)
    await section.getByRole('textbox', { name: 'Choices' }).fill(MEAL.choices.join('\n'))
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page).toHaveURL(/\/events\/\d+$/)
    expect(await stored()).toMatchObject([{ kind: 'one', label: MEAL.label, choices: MEAL.choices }])

    await page.goto(`/events/${eventId}/edit`)
    await section.getByRole('textbox', { name: 'What do you ask?' }).fill('Which dish?')
    await section.getByRole('button', { name: 'Save questions' }).click()
    await expect(section.getByText('Questions saved.')).toBeVisible()
    expect(await stored()).toMatchObject([{ label: 'Which dish?' }])

    // Somebody else has replaced them in the meantime.
    await section.getByRole('textbox', { name: 'What do you ask?' }).fill('Which soup?')
    await creator.api.bookingQuestions.put({ params: { eventId }, body: { questions: [NOTE] } })
    expectedNoise.push('status of 409')
    await section.getByRole('button', { name: 'Save questions' }).click()
    await expect(section.getByRole('alert')).toContainText('Someone else changed the questions.')
    await expect(section.getByRole('textbox', { name: 'What do you ask?' })).toHaveValue(NOTE.label)
  },
)

test('the guest list says which required question a guest has not answered', async ({ page, newMember, signInAs }) => {
  const [creator, guest] = [await newMember(), await newMember()]
  const event = await create(creator)
  await creator.api.bookingQuestions.put({ params: { eventId: event.id }, body: { questions: [MEAL, NOTE] } })
  await guest.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  await signInAs(creator)
  await page.goto(`/events/${event.id}/manage`)
  await expect(page.getByRole('region', { name: 'Guests' })).toContainText('Not answered: Which meal?')
})

test(
  'somebody asks for a place signed out, goes on after signing in, and is accepted',
  { tag: '@phone' },
  async ({ page, newMember, newVisitor, signInAs }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const [creator, guest, other] = [await newMember(), await newMember(), await newMember()]
    const event = await create(creator, { approval: true, capacity: 1 })
    await page.goto(`/events/${event.id}`)
    await expect(panel(page).getByRole('button', { name: 'BOOK SLOT' })).toHaveCount(0)
    const ask = panel(page).getByRole('button', { name: 'Ask for a place' })
    // Until its part has come, a button that looks the same holds its place.
    await expect(ask).toHaveCount(1)
    await ask.click()
    const form = page.getByRole('dialog', { name: 'Ask for a place' })
    await form.getByRole('textbox').fill('I bring my own chair.')
    await expectAccessible(page, 'asking for a place')
    await form.getByRole('button', { name: 'Ask for a place' }).click()
    await loginDialog(page).logIn(guest)
    const request = page.getByRole('dialog', { name: 'Your request' })
    await expect(request.getByText('You asked for 1 place')).toBeVisible()
    await expectAccessible(page, 'a request for a place')
    await other.api.bookingRequests.ask({
      params: { eventId: event.id },
      headers: {},
      body: { numberOfTickets: 1 },
    })

    const desk = await newVisitor()
    await signInAs(creator, desk)
    await desk.goto(`/events/${event.id}/manage`)
    const section = desk.getByRole('region', { name: 'Requests' })
    await expect(section.getByText('I bring my own chair.')).toBeVisible()
    await section.getByRole('button', { name: 'Choose all' }).click()
    await expectAccessible(desk, 'requests for a place')
    await section.getByRole('button', { name: 'Accept (2)' }).click()
    await expect(section.getByText('1 booked, 1 accepted, and offered the next free places.')).toBeVisible()

    await page.goto(`/events/${event.id}`)
    await expect(panel(page).getByText('You’re going')).toBeVisible()
    const third = await newVisitor()
    await signInAs(other, third)
    await third.goto(`/events/${event.id}`)
    await expect(panel(third).getByRole('button', { name: 'Place 1 of 1' })).toBeVisible()
  },
)

test('a request can be withdrawn, and the form of an event switches approval on', async ({
  page,
  newMember,
  newVisitor,
  signInAs,
}) => {
  const [creator, guest] = [await newMember(), await newMember()]
  const event = await create(creator)
  const desk = await newVisitor()
  await signInAs(creator, desk)
  await desk.goto(`/events/${event.id}/edit`)
  await desk.getByText('Booking rules (optional)').click()
  await desk.getByRole('switch', { name: 'I decide who comes' }).check()
  await desk
    .getByRole('button', { name: /publish|save/i })
    .last()
    .click()
  await expect(async () => {
    expect((await creator.api.events.get({ params: { eventId: event.id } })).approval).toBe(true)
  }).toPass()

  await guest.api.bookingRequests.ask({ params: { eventId: event.id }, headers: {}, body: { numberOfTickets: 2 } })
  await signInAs(guest)
  await page.goto(`/events/${event.id}`)
  await panel(page).getByRole('button', { name: 'You asked for a place' }).click()
  await page.getByRole('dialog', { name: 'Your request' }).getByRole('button', { name: 'Withdraw my request' }).click()
  await expect(panel(page).getByRole('button', { name: 'Ask for a place' })).toBeVisible()
})
