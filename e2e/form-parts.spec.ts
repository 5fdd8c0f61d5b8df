// The other parts of the event form, with their features on.
import { expectAccessible } from './support/axe.ts'
import { create } from './support/booking.ts'
import { onFullSite } from './support/full-site.ts'
import { mailsTo } from './support/mails.ts'
import { FULL_SITE } from './support/sites.ts'
import { expect, test } from './support/test.ts'

onFullSite()

const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)

test(
  'emails, posts and surveys are written while an event is created: kept over tabs and a reload, and saved with it',
  { tag: '@both' },
  async ({ page, newMember, signInAs }) => {
    const title = `Fiddle Night ${crypto.randomUUID().slice(0, 8)}`
    const member = await newMember()
    await signInAs(member)
    await page.goto('/create-event')
    const progress = page.getByRole('progressbar', { name: 'Form progress' })
    await page.getByRole('tab', { name: 'Emailers' }).click()
    const welcome = page.getByRole('region', { name: 'Welcome email' })
    await welcome.getByRole('switch').check()
    await welcome.getByLabel('Text').fill('Bring a cup, ')
    await welcome.getByRole('button', { name: 'First name' }).click()
    await expect(welcome.getByLabel('Text')).toHaveValue('Bring a cup, {first_name}')
    await expect(progress).toHaveAttribute('value', '32')
    await expectAccessible(page, 'Emailers while creating')
    await page.getByRole('tab', { name: 'Social Settings' }).click()
    await page.getByLabel('Text for Twitter').fill('Come to this! 💃')
    await expect(page.getByText('16 of 256')).toBeVisible()
    await page.getByRole('tab', { name: 'Surveys' }).click()
    const feedback = page.getByRole('region', { name: 'Feedback form' })
    await feedback.getByRole('switch', { name: 'Feedback form' }).check()
    await feedback.getByRole('button', { name: 'Add a question' }).click()
    await feedback.getByLabel('What do you ask?').fill('How was the tea?')
    await expect(progress).toHaveAttribute('value', '32')
    await page.getByRole('tab', { name: 'Event Details' }).click()
    for (const [name, value] of Object.entries({
      Title: title,
      Description: 'Bring a fiddle.',
      'Start time': `${day}T20:00`,
      'End time': `${day}T22:00`,
      Venue: 'The Cobblestone, Dublin',
      Capacity: '40',
    }))
      await page.getByLabel(name, { exact: true }).fill(value)
    await page.getByRole('tab', { name: 'Emailers' }).click()
    await page.reload()
    await expect(page.getByRole('tab', { name: 'Emailers' })).toHaveAttribute('aria-selected', 'true')
    await expect(welcome.getByLabel('Text')).toHaveValue('Bring a cup, {first_name}')
    await page.getByRole('tab', { name: 'Social Settings' }).click()
    await expect(page.getByLabel('Text for Twitter')).toHaveValue('Come to this! 💃')
    await page.getByRole('tab', { name: 'Surveys' }).click()
    await expect(feedback.getByLabel('What do you ask?')).toHaveValue('How was the tea?')
    await expect(page.getByText('Coming Soon')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await expect(page).toHaveURL(/\/events$/)
    const { items } = await member.api.events.list({ query: { creator: 'me' } })
    const event = items.find((one) => one.title === title)!
    const params = { eventId: event.id }
    expect(await member.api.eventEmails.get({ params: { ...params, kind: 'welcome' } })).toMatchObject({
      enabled: true,
      text: 'Bring a cup, {first_name}',
    })
    expect(await member.api.socialPosts.list({ params })).toMatchObject([
      { network: 'twitter', text: 'Come to this! 💃' },
    ])
    expect(await member.api.surveys.get({ params: { ...params, kind: 'feedback' } })).toMatchObject({
      enabled: true,
      questions: [{ label: 'How was the tea?' }],
    })
  },
)

test(
  'from the manage screen an organiser writes emails, looks at them as guests will and sends a test',
  { tag: '@both' },
  async ({ page, newMember, signInAs, expectedNoise }) => {
    const member = await newMember({ firstName: 'Cora' })
    const { id: eventId } = await create(member)
    await signInAs(member)
    await page.goto(`/events/${eventId}/manage?tab=event`)
    const parts = page.getByRole('navigation', { name: 'Parts of the event' }).getByRole('link')
    await expect(parts).toHaveText(['Social Settings', 'Emailers', 'Surveys'])
    await parts.filter({ hasText: 'Emailers' }).click()
    const thanks = page.getByRole('region', { name: 'Thank-you email' })
    await thanks.getByRole('switch').check()
    await thanks.getByLabel('Text').fill('Dear {nobody}')
    await expect(thanks.getByText('It uses {nobody}, which isn’t a placeholder.')).toBeVisible()
    await expect(thanks.getByRole('button', { name: 'Save' })).toBeDisabled()
    await thanks.getByLabel('Text').fill('Dear {first_name}, thank you for {event}.')
    await thanks.getByLabel('Hours after the end').fill('500')
    expectedNoise.push('status of 400')
    await thanks.getByRole('button', { name: 'Save' }).click()
    await expect(thanks.getByRole('alert')).toHaveText('Hours must be at most 168')
    await thanks.getByLabel('Hours after the end').fill('5')
    await thanks.getByRole('button', { name: 'Save' }).click()
    await expect(thanks.getByText('Saved.')).toBeVisible()
    await expectAccessible(page, 'Emailers while editing')

    await thanks.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'As your guests will read it' })
    await expect(preview.getByText('Supper Club: Thank you for coming')).toBeVisible()
    const email = preview.frameLocator('iframe')
    await expect(
      email.getByRole('paragraph').filter({ hasText: 'Dear Niamh, thank you for Supper Club.' }),
    ).toBeVisible()
    // Its own colours, although our pages allow no styles inside a document.
    await expect(email.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '28px')
    expect(await preview.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin')
    await expectAccessible(page, 'the preview of an email')
    await page.keyboard.press('Escape')

    await thanks.getByRole('button', { name: 'Send me a test' }).click()
    await expect(thanks.getByText('A test is on its way to your own inbox.')).toBeVisible()
    await expect(() => {
      const mail = mailsTo(member.email).find((source) => source.includes('Subject: Test: Supper Club'))
      expect(mail).toContain('Dear Cora')
    }).toPass()

    const welcome = page.getByRole('region', { name: 'Welcome email' })
    await welcome.getByRole('switch').check()
    await welcome.getByRole('button', { name: 'Preview' }).click()
    await expect(preview.frameLocator('iframe').getByText('From the organiser:')).toBeVisible()
    await expect(preview.frameLocator('iframe').getByAltText(/^Booking code/)).toBeVisible()
  },
)

test(
  'an organiser plans a post, sees it with its card and opens the network’s own form',
  { tag: '@both' },
  async ({ page, newMember, signInAs }) => {
    const member = await newMember()
    const { id: eventId } = await create(member)
    await signInAs(member)
    await page.goto(`/events/${eventId}/edit#social-settings`)
    await expect(page.getByText('We never post for you')).toBeVisible()
    const twitter = page.getByRole('region', { name: 'Twitter' })
    await twitter.getByLabel('Text for Twitter').fill('a'.repeat(257))
    await expect(twitter.getByText('257 of 256: too long')).toBeVisible()
    await expect(twitter.getByRole('button', { name: 'Save' })).toBeDisabled()
    await twitter.getByLabel('Text for Twitter').fill('Supper at ours')
    await twitter.getByLabel('Remind me to post at').fill('2031-07-16T18:00')
    await twitter.getByRole('button', { name: 'Save' }).click()
    await expect(twitter.getByText('Saved.')).toBeVisible()
    await twitter.getByText('Preview').click()
    const card = twitter.getByAltText('The card that is shown with the link')
    await expect.poll(() => card.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(1200)
    const link = twitter.getByRole('link', { name: 'Open Twitter' })
    const address = new URL((await link.getAttribute('href'))!)
    expect(address.origin + address.pathname).toBe('https://x.com/intent/post')
    expect(address.searchParams.get('url')).toBe(`${FULL_SITE}/events/${eventId}`)
    await expectAccessible(page, 'Social Settings')
    await page.reload()
    await expect(twitter.getByLabel('Remind me to post at')).toHaveValue('2031-07-16T18:00')
  },
)
