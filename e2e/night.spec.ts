// A whole night without the mouse, on a phone: from an idea to the last guest let in.
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { verdict, wedge } from './support/door.ts'
import { expect, test } from './support/test.ts'

/** Tab after Tab, as somebody without a mouse gets there. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor()
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${target.toString()}`)
}

async function press(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test(
  'from an idea to the last guest let in, by keyboard alone, in both modes',
  { tag: '@phone' },
  async ({ page, newMember, signInAs }) => {
    const write = async (name: string, text: string) => {
      await tabTo(page, page.getByLabel(name, { exact: true }))
      await page.keyboard.type(text)
    }
    const [creator, anna, ben] = [await newMember(), await newMember(), await newMember()]
    await signInAs(creator)
    await page.goto('/')
    const createLink = page.getByRole('link', { name: /Create Event/ }).filter({ visible: true })
    await press(page, createLink.first())
    await write('Title', 'Quiz by Keyboard')
    await write('Description', 'Six rounds.')
    // A day, a month and a year: the year has room for more digits, so an arrow ends it.
    await write('Start time', '03032031')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('1930')
    await write('Venue', 'Tigh Neachtain, Galway')
    await write('Capacity', '3')
    await expectAccessible(page, 'the form, filled in')
    await press(page, page.getByRole('button', { name: 'Publish' }))

    const card = page.getByRole('region', { name: 'Your event is live' })
    await expectAccessible(page, 'published')
    await press(page, card.getByRole('link', { name: 'View event' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Quiz by Keyboard' })).toBeVisible()
    const eventId = Number(new URL(page.url()).pathname.split('/').at(-1))
    const group = await anna.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    await ben.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    const [annas] = await anna.api.tickets.list()
    const [bens] = await ben.api.tickets.list()
    expect(annas?.id).toBe(group.id)

    await press(page, page.getByRole('link', { name: 'Manage' }))
    await write('Name of the door', 'Main door')
    await press(page, page.getByRole('button', { name: 'Make a link' }))
    const link = page.getByLabel('Link to the door')
    await expect(link).toHaveValue(/\/door#/)
    await expectAccessible(page, 'manage with a link to the door')
    const manage = page.url()

    await page.goto(await link.inputValue())
    const shown = verdict(page)
    await expect(page.getByRole('status')).toHaveText('All sent')
    await wedge(page, annas?.code ?? '')
    await expect(shown).toContainText('2 places, 0 in')
    await press(page, shown.getByRole('button', { name: 'All 2' }))
    await expect(shown).toContainText('2 of 2 places in')
    await wedge(page, bens?.code ?? '')
    await expect(shown).toHaveAttribute('data-verdict', 'in')
    await expectAccessible(page, 'the last guest is in')
    await expect(page.getByRole('status')).toHaveText('All sent')

    await page.goto(manage)
    await expect(page.getByText('3 in, 3 booked of 3')).toBeVisible()
  },
)
