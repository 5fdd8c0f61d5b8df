// The ticket in the pocket: shown at the door, kept for when there is no network, given back.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { create } from './support/booking.ts'
import { expect, test, type Member } from './support/test.ts'

const book = (member: Member, eventId: number, numberOfTickets = 2) =>
  member.api.tickets.book({ body: { eventId, numberOfTickets } })

/** The paths of what is kept on the device, once the worker answers for this page. */
const keptPaths = async (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!navigator.serviceWorker.controller) return []
    const names = (await caches.keys()).filter((name) => name.startsWith('kept-tickets-'))
    const caught = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return caught.flat().map(({ url }) => new URL(url).pathname)
  })

test('without a network: kept tickets open, other pages lead to them, and signing out erases them', async ({
  page,
  context,
  newMember,
  signInAs,
  expectedNoise,
}) => {
  expectedNoise.push('503', 'ERR_INTERNET_DISCONNECTED')
  const guest = await newMember()
  const event = await create(await newMember())
  const { id } = await book(guest, event.id)
  await signInAs(guest)
  await page.goto('/my-bookings')
  await expect.poll(() => keptPaths(page)).toEqual([`/my-bookings/${id}`])

  await context.setOffline(true)
  await page.goto(`/my-bookings/${id}`)
  await expect(page.getByText('You’re offline. This ticket was last checked on')).toBeVisible()
  await expect(page.getByText('2 tickets')).toBeVisible()
  await expect(page.getByRole('img', { name: 'code, to show at the door' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await page.getByRole('link', { name: 'Supper Club' }).click()
  await expect(page.getByText('This ticket was last checked on')).toBeVisible()

  await context.setOffline(false)
  await page.goto('/logout')
  await expect(page).toHaveURL('/')
  await expect.poll(() => keptPaths(page)).toEqual([])
  await context.setOffline(true)
  await page.goto(`/my-bookings/${id}`)
  await expect(page.getByText('Tickets that you have opened on this device would be here.')).toBeVisible()
})

test('another account that signs in finds nothing of the one before', async ({ page, newMember, signInAs }) => {
  const [guest, other] = [await newMember(), await newMember()]
  const event = await create(await newMember())
  await book(guest, event.id)
  const { id } = await book(other, event.id)
  await signInAs(guest)
  await page.goto('/my-bookings')
  await expect.poll(() => keptPaths(page)).toHaveLength(1)
  await page.evaluate((token) => localStorage.setItem('token', token), other.token)
  await page.goto('/my-bookings')
  await expect.poll(() => keptPaths(page)).toEqual([`/my-bookings/${id}`])
})

test('once it is switched off the worker takes away what was kept, and itself', async ({ page }) => {
  // What the server answers as /sw.js, with SERVICE_WORKER=on and then off (server/http/service-worker.test.ts).
  let script = await readFile('build/workers/worker.js', 'utf8')
  const site = createServer((request, response) => {
    const isWorker = request.url === '/sw.js'
    response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
    response.end(isWorker ? script : '<!doctype html><title>Any page</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  const left = () =>
    page.evaluate(async () => [
      ...(await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.state),
      ...(await caches.keys()),
    ])
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    await (await caches.open('kept-tickets-1')).put('/my-bookings/1', new Response('a ticket'))
  })
  await expect.poll(left).toEqual(['activated', 'kept-tickets-1'])

  script = await readFile('build/workers/farewell.js', 'utf8')
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(left).toEqual([])
  site.closeAllConnections()
  site.close()
})
