// What somebody presses while the page is still loading counts as much as what they press later.
import type { Page } from '@playwright/test'
import { create, success } from './support/booking.ts'
import { loginDialog } from './support/login-dialog.ts'
import { expect, test } from './support/test.ts'

/** Presses these buttons the moment the parser has put the last of them into the page: no script of ours has run yet. */
const pressWhileParsing = (page: Page, names: string[]) =>
  page.addInitScript((labels) => {
    if (sessionStorage.getItem('pressed-early')) return
    const find = (label: string) =>
      [...document.querySelectorAll('button')].find(
        (button) => button.getAttribute('aria-label') === label || button.textContent === label,
      )
    const watch = new MutationObserver(() => {
      const buttons = labels.map(find)
      if (!buttons.every((button) => button !== undefined)) return
      watch.disconnect()
      sessionStorage.setItem('pressed-early', 'yes')
      for (const button of buttons) button.click()
    })
    watch.observe(document, { childList: true, subtree: true })
  }, names)

test('BOOK pressed before any script has run is carried out after the login, with its quantity', async ({
  page,
  newMember,
}) => {
  const [creator, guest] = [await newMember(), await newMember()]
  const event = await create(creator)
  await pressWhileParsing(page, ['More tickets', 'BOOK SLOT'])
  await page.goto(`/events/${event.id}`)
  await loginDialog(page).logIn(guest)
  await expect(success(page)).toBeVisible()
  expect(await guest.api.tickets.list()).toMatchObject([{ eventId: event.id, numberOfTickets: 2 }])
})

test('a member who presses BOOK before any script has run is booked once', async ({ page, newMember, signInAs }) => {
  const member = await newMember()
  const event = await create(member)
  await signInAs(member)
  await pressWhileParsing(page, ['BOOK SLOT', 'BOOK SLOT'])
  await page.goto(`/events/${event.id}`)
  await expect(success(page)).toBeVisible()
  expect(await member.api.tickets.list()).toMatchObject([{ eventId: event.id, numberOfTickets: 1 }])
})

test('BOOK pressed while earlier presses are carried out comes after the last of them', async ({
  page,
  newMember,
  signInAs,
}) => {
  const member = await newMember()
  const event = await create(member)
  await signInAs(member)
  await pressWhileParsing(page, ['More tickets', 'More tickets', 'More tickets'])
  await page.addInitScript(() => {
    // A press of the mouse is a separate task, and a message is the next that there is.
    const mouse = new MessageChannel()
    mouse.port1.onmessage = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'BOOK SLOT')?.click()
    const watch = new MutationObserver(() => {
      if (document.querySelector('[aria-label="Tickets"]')?.textContent !== '2') return
      watch.disconnect()
      mouse.port2.postMessage('press')
    })
    watch.observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.goto(`/events/${event.id}`)
  await expect(success(page)).toBeVisible()
  expect(await member.api.tickets.list()).toMatchObject([{ numberOfTickets: 4 }])
})

test('account, share, favourites and the search toggle work from the first moment', async ({ page, newMember }) => {
  const event = await create(await newMember())
  await pressWhileParsing(page, ['Add to favorites', 'Show search'])
  await page.goto(`/events/${event.id}`)
  await expect(page.getByText('Add to favorites feature coming soon!')).toBeVisible()
  await expect(page.locator('[aria-controls="header-search"]')).toHaveAttribute('aria-expanded', 'true')
  await page.evaluate(() => sessionStorage.removeItem('pressed-early'))
  await pressWhileParsing(page, ['Open account menu'])
  await page.reload()
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
})

test('a press at the very moment when React takes the page over opens the menu', async ({ page }) => {
  await page.addInitScript(() => {
    const add = document.addEventListener.bind(document)
    let times = 0
    // The first who listens to clicks is the head script, the second is React: it has rendered nothing then.
    document.addEventListener = (...listener: Parameters<typeof add>) => {
      add(...listener)
      if (listener[0] !== 'click' || ++times !== 2) return
      queueMicrotask(() => document.querySelector<HTMLElement>('[aria-label="Open account menu"]')?.click())
    }
  })
  await page.goto('/faq')
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible()
})

// All of them where somebody looks for races: E2E_SLOWDOWN=1.
for (const rate of process.env.E2E_SLOWDOWN ? [2, 4, 6] : [4]) {
  test(`on a processor ${rate} times slower every press ends booked, exactly once`, async ({ page, newMember }) => {
    const [creator, guest] = [await newMember(), await newMember()]
    const event = await create(creator)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    await page.goto(`/events/${event.id}`, { waitUntil: 'commit' })
    // The mouse goes where the button is and presses, whatever has been loaded by then.
    await page.getByRole('button', { name: 'BOOK SLOT' }).click({ noWaitAfter: true })
    await loginDialog(page).logIn(guest)
    await expect(success(page)).toBeVisible()
    expect(await guest.api.tickets.list()).toHaveLength(1)
  })
}
