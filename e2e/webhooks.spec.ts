import { expectAccessible } from './support/axe.ts'
import { create } from './support/booking.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test(
  'a webhook is added, tested, looked at, given a new secret and removed',
  { tag: '@both' },
  async ({ page, newMember, signInAs, expectedNoise }) => {
    expectedNoise.push('status of 400')
    const nora = await newMember()
    await signInAs(nora)
    await page.goto('/settings#webhooks')
    const section = page.getByRole('region', { name: 'Webhooks' })
    await section.getByRole('button', { name: 'Add a webhook' }).click()
    const add = section.getByRole('button', { name: 'Add the webhook' })
    await add.click()
    await expect(section.getByText('Please enter the address of your server.')).toBeVisible()
    await section.getByLabel('Address of your server').fill('http://hooks.invalid/in')
    await add.click()
    await expect(section.getByText('Please choose what to be notified of.')).toBeVisible()
    await section.getByLabel('Somebody books').check()
    await add.click()
    await expect(section.getByText('The address must start with https://.')).toBeVisible()
    await expectAccessible(page, 'adding a webhook')
    await section.getByLabel('Address of your server').fill('https://hooks.invalid/in')
    await add.click()
    const secret = section.getByLabel('Your new secret')
    await expect(secret).toHaveValue(/^whsec_/)
    const first = await secret.inputValue()
    await expect(section.getByText('booking.created · all events that you create')).toBeVisible()
    await expectAccessible(page, 'a webhook and its secret')

    await section.getByRole('button', { name: 'Test hooks.invalid' }).click()
    await expect(section.getByText('A test message is on its way to hooks.invalid.')).toBeVisible()
    await section.getByRole('button', { name: 'Log of hooks.invalid' }).click()
    const log = page.getByRole('dialog', { name: 'Messages to hooks.invalid' })
    await expect(log.getByText('webhook.test')).toBeVisible()
    await expect(async () => {
      await log.getByRole('button', { name: 'Refresh' }).click()
      await expect(log.getByText('The name could not be found.')).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expectAccessible(page, 'the log of a webhook')
    await log.getByRole('button', { name: /^Send again: webhook.test of / }).click()
    await expect(log.getByText('One message is being sent again.')).toBeVisible()
    await log.getByRole('button', { name: 'Close' }).click()
    await expect(section.getByText(/^Failing since/)).toBeVisible()

    await section.getByRole('button', { name: 'New secret for hooks.invalid' }).click()
    await page
      .getByRole('dialog', { name: 'Make a new secret for hooks.invalid?' })
      .getByRole('button', { name: 'Make a new secret' })
      .click()
    await expect(secret).not.toHaveValue(first)

    await section.getByRole('button', { name: 'Remove hooks.invalid' }).click()
    const question = page.getByRole('dialog', { name: 'Remove the webhook to hooks.invalid?' })
    await expectAccessible(page, 'removing a webhook')
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(section.getByText('The webhook to hooks.invalid is removed.')).toBeVisible()
    expect(await nora.api.webhooks.list()).toEqual([])
  },
)

test('in the tab Event of an event, a webhook is for that event', async ({ page, newMember, signInAs }) => {
  const nora = await newMember()
  const { id: eventId } = await create(nora, { capacity: 3 })
  await signInAs(nora)
  await page.goto(`/events/${eventId}/manage?tab=event`)
  const section = page.getByRole('region', { name: 'Webhooks' })
  await section.getByRole('button', { name: 'Add a webhook' }).click()
  await expect(section.getByLabel('For which events')).toBeHidden()
  await section.getByLabel('Address of your server').fill('https://hooks.invalid/in')
  await section.getByLabel('A ticket is scanned at the door').check()
  await section.getByRole('button', { name: 'Add the webhook' }).click()
  await expect(section.getByText('scan.recorded · one event')).toBeVisible()
  expect(await nora.api.webhooks.list()).toMatchObject([{ eventId, types: ['scan.recorded'] }])
  await expectAccessible(page, 'the webhooks of an event')
})
