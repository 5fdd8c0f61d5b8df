import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mails } from '../db/schema/mails.ts'
import { world } from '../test-support/world.ts'

test('endless bookings flood no mailbox: 30 confirmations an hour, the others later', async () => {
  const { person, event, deps } = await world()
  const nora = await person({ emailConfirmedAt: new Date() })
  const aoife = await person()
  const { id: eventId } = await event(nora, { capacity: 1000 })
  const book = (who: typeof nora) => who.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  await Promise.all(Array.from({ length: 33 }, () => book(nora)))
  await book(aoife)
  expect(await deps.jobs.runDue()).toBe(31)
  expect(await deps.db.$count(mails, eq(mails.status, 'waiting'))).toBe(3)
  await deps.db.update(mails).set({ nextAttemptAt: sql`now()`, sentAt: sql`${mails.sentAt} - interval '61 minutes'` })
  expect(await deps.jobs.runDue()).toBe(3)
})
