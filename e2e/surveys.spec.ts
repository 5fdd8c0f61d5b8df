// What guests are asked: written by the organiser, answered on the ticket and by the link of an email, and looked at.
import type { Request } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { create } from './support/booking.ts'
import { onFullSite } from './support/full-site.ts'
import { linkPageIn } from './support/mails.ts'
import { FULL_SITE } from './support/sites.ts'
import { expect, test, type Member } from './support/test.ts'

onFullSite()

const question = (kind: 'stars' | 'one' | 'several' | 'text', label: string, choices: string[] = []) => ({
  kind,
  label,
  choices,
  required: false,
})

const QUESTIONS = [
  question('stars', 'How do you feel about it?'),
  question('one', 'How will you get here?', ['On foot', 'By train']),
  question('several', 'What do you eat?', ['Fish', 'Meat', 'Neither']),
  question('text', 'What else?'),
]

const setSurvey = (by: Member, eventId: number, anonymous: boolean) =>
  by.api.surveys.set({
    params: { eventId, kind: 'pre-event' },
    body: { enabled: true, anonymous, sends: true, questions: QUESTIONS },
  })

async function confirmAddress({ email, api }: Member) {
  const link = () => linkPageIn(email, 'Confirm your email')
  await expect.poll(link).not.toBeNull()
  await api.account.confirmAddress({ body: { token: link()!.replace('/links/', '') } })
}

test(
  'an organiser writes a survey, a guest answers it on the ticket, and the organiser sees the results',
  { tag: '@both' },
  async ({ page, newMember, signInAs, newVisitor }) => {
    const organiser = await newMember({ firstName: 'Cora' })
    const { id: eventId } = await create(organiser)
    await signInAs(organiser)
    await page.goto(`/events/${eventId}/manage?tab=event`)
    await page.getByRole('navigation', { name: 'Parts of the event' }).getByRole('link', { name: 'Surveys' }).click()
    const survey = page.getByRole('region', { name: 'Pre-event survey' })
    await survey.getByRole('switch', { name: 'Pre-event survey' }).check()
    await expect(survey.getByRole('switch', { name: 'Anonymous' })).not.toBeChecked()
    await survey.getByRole('button', { name: 'Add a question' }).click()
    await survey.getByLabel('What do you ask?').fill('How do you feel about it?')
    await survey.getByRole('button', { name: 'Add a question' }).click()
    const second = survey.getByRole('group', { name: 'Question 2' })
    await second.getByLabel('What do you ask?').fill('How will you get here?')
    await second.getByLabel('What is the answer?').selectOption('one')
    await second.getByLabel('Choices').fill('On foot\nBy train')
    // Kept over a reload, as the rest of the form is.
    await page.reload()
    await expect(second.getByLabel('Choices')).toHaveValue('On foot\nBy train')
    await survey.getByRole('button', { name: 'Save' }).click()
    await expect(survey.getByText('Saved.')).toBeVisible()
    await expect(survey.getByRole('switch', { name: 'Anonymous' })).toBeDisabled()
    await expectAccessible(page, 'Surveys while editing')

    const guest = await newMember({ firstName: 'Gus', lastName: 'Nolan' })
    const { id: ticketId } = await guest.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    const phone = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await signInAs(guest, phone)
    await phone.goto(`/my-bookings/${ticketId}`)
    const form = phone.getByRole('form', { name: 'Before the event' })
    await expect(form.getByText('sees your name with your answers')).toBeVisible()
    await form.getByRole('radio', { name: '4 stars' }).check({ force: true })
    await form.getByRole('radio', { name: 'By train' }).check()
    await form.getByRole('button', { name: 'Send answers' }).click()
    await expect(phone.getByText('Thank you. Your answers have been sent.')).toBeVisible()
    await expectAccessible(phone, 'the ticket with an answered survey')
    await phone.reload()
    await expect(phone.getByText('You’ve answered this survey.')).toBeVisible()

    await page.reload()
    await expect(survey.getByText('This survey has answers')).toBeVisible()
    await survey.getByRole('button', { name: 'Show the results' }).click()
    await expect(survey.getByText('1 answer, 4.0 stars on average')).toBeVisible()
    await survey.getByText('As a table').last().click()
    await expect(survey.getByRole('row', { name: 'By train 1' })).toBeVisible()
    const download = page.waitForEvent('download')
    await survey.getByRole('button', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^survey-\d+\.csv$/)
    await expectAccessible(page, 'the results of a survey')
  },
)

test(
  'a guest answers an anonymous survey by the link of an email, without signing in and without leaving a name',
  { tag: '@both' },
  async ({ newMember, newVisitor }) => {
    const organiser = await newMember({ firstName: 'Cora' })
    const guest = await newMember()
    await confirmAddress(guest)
    const { id: eventId } = await create(organiser)
    const { id: surveyId } = await setSurvey(organiser, eventId, true)
    await organiser.api.eventEmails.set({
      params: { eventId, kind: 'welcome' },
      body: { enabled: true, subject: '', text: 'Please answer: {survey_link}' },
    })
    const { id: ticketId } = await guest.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    const link = () => linkPageIn(guest.email, 'Your booking: Supper Club')
    await expect.poll(link).not.toBeNull()

    const phone = await newVisitor({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await phone.context().addCookies([{ name: 'any', value: 'cookie', url: FULL_SITE }])
    const sent: Request[] = []
    phone.on('request', (request) => void (request.method() === 'POST' && sent.push(request)))
    await phone.goto(link()!)
    const form = phone.getByRole('form', { name: 'Before the event' })
    await expect(form.getByText('This survey is anonymous')).toBeVisible()
    await form.getByText('How that works').click()
    await expect(form.getByText('Only those who run this server')).toBeVisible()
    await form.getByRole('button', { name: 'Send answers' }).click()
    await expect(form.getByText('Please answer a question.')).toBeVisible()
    await form.getByRole('radio', { name: '5 stars' }).check({ force: true })
    await form.getByRole('checkbox', { name: 'Fish' }).check()
    await form.getByLabel('What else?').fill('Bring the cat')
    await expectAccessible(phone, 'an anonymous survey by a link')
    // They get lost on the way: this device can send them once more, and nobody else could.
    await phone.route('**/sheets', (route) => route.fulfill({ status: 500 }), { times: 1 })
    await form.getByRole('button', { name: 'Send answers' }).click()
    await expect(form.getByText('Your answers could not be sent. Please try again.')).toBeVisible()
    await phone.reload()
    await form.getByRole('radio', { name: '5 stars' }).check({ force: true })
    sent.length = 0
    await form.getByRole('button', { name: 'Send answers' }).click()
    await expect(phone.getByText('Thank you. Your answers have been sent.')).toBeVisible()
    expect(sent.map((request) => new URL(request.url()).pathname)).toEqual([
      `/api/surveys/${surveyId}/ballot`,
      `/api/surveys/${surveyId}/sheets`,
    ])
    const [ballot, sheet] = await Promise.all(sent.map((request) => request.allHeaders()))
    expect(ballot).toMatchObject({ authorization: expect.anything(), cookie: expect.anything() })
    expect(sheet).not.toHaveProperty('authorization')
    expect(sheet).not.toHaveProperty('cookie')
    await phone.reload()
    await expect(phone.getByText('You’ve taken part in this survey.')).toBeVisible()
    const results = await organiser.api.surveys.results({ params: { surveyId: surveyId! } })
    expect(results).toMatchObject({ answered: 1, shown: 0 })
    expect(await guest.api.surveys.listOpen({ params: { ticketId } })).toMatchObject([{ isAnswered: true }])
  },
)
