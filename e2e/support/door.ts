// What the journeys at the door share.
import type { Page } from '@playwright/test'
import { MINUTE } from '../../contract/durations.ts'
import { create } from './booking.ts'
import type { Member } from './test.ts'

export interface Night {
  creator: Member
  eventId: number
  /** Books and answers the code that the ticket's QR code holds. */
  book: (seats?: number) => Promise<string>
  openLink: (name: string, mayAdd?: boolean) => Promise<{ id: number; url: string }>
  counts: () => ReturnType<Member['api']['door']['getCounts']>
}

/** An event of tonight, and somebody who books for it. */
export async function newNight(
  newMember: (name?: { firstName?: string; lastName?: string }) => Promise<Member>,
  capacity = 60,
): Promise<Night> {
  const [creator, guest] = [await newMember(), await newMember({ firstName: 'Aoife', lastName: 'Kelly' })]
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
  const { id: eventId } = await create(creator, { startTime: at(30), endTime: at(210), capacity })
  const params = { eventId }
  return {
    creator,
    eventId,
    async book(numberOfTickets = 1) {
      const { id } = await guest.api.tickets.book({ body: { eventId, numberOfTickets } })
      const tickets = await guest.api.tickets.list({ query: { eventId } })
      return tickets.find((ticket) => ticket.id === id)?.code ?? ''
    },
    openLink: (name, mayAdd = true) => creator.api.door.createLink({ params, body: { name, mayAdd } }),
    counts: () => creator.api.door.getCounts({ params }),
  }
}

export const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' })

/** As a scanner that pretends to be a keyboard does: all keys within a moment. */
export const wedge = (page: Page, code: string) =>
  page.evaluate((text) => {
    for (const key of [...text, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }, code)

/** The page is kept on the device, so that it opens without a network. */
export const kept = (page: Page) =>
  page.waitForFunction(async () => {
    await navigator.serviceWorker.ready
    const names = await caches.keys()
    return names.some((name) => name.startsWith('hooley-door-')) && navigator.serviceWorker.controller !== null
  })

/** Everything that the door has in the device's database, as text. */
export const keptOffline = (page: Page) =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('no database'))
      })
    const db = await asked(indexedDB.open('hooley-door'))
    const stores = [...db.objectStoreNames]
    const all = await Promise.all(stores.map((name) => asked(db.transaction(name).objectStore(name).getAll())))
    db.close()
    return JSON.stringify(all)
  })
