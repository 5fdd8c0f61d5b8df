// Signing up takes no confirmation, so anybody can have an account with somebody else's address. Until its owner has confirmed
// it, nothing that was left under the address belongs to that account.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { moderationWords, reports } from '../../db/schema/moderation.ts'
import { teamInvitations } from '../../db/schema/team.ts'
import { ticketReturns, tickets } from '../../db/schema/tickets.ts'
import { users } from '../../db/schema/users.ts'
import { fetchExport } from '../../test-support/fetch-export.ts'
import { world, type Person } from '../../test-support/world.ts'

const OWNER = 'Wanda.Whistle@example.org'

/** What somebody without an account left under an address: a place on a guest list, a report, an invitation. */
async function leftUnder(email: string) {
  let now = new Date()
  const w = await world({ deps: { clock: () => now } })
  const creator = await w.person()
  const { id: eventId } = await w.event(creator)
  const guest = { name: 'Wanda', email: email.toUpperCase(), numberOfTickets: 2 }
  await creator.api.guests.add({ params: { eventId }, body: guest })
  const [ticket] = await w.deps.db.select().from(tickets)
  const [ticketId, code] = [ticket?.id ?? 0, ticket?.code ?? '']
  const taken = { ticketId, eventId, seats: 1, by: 'organiser' as const, reason: 'Wanda coughs' }
  await w.deps.db.insert(ticketReturns).values({ ...taken, returnedAt: now, undoUntil: now, releasedAt: now })
  const report = { eventId, kind: 'rules' as const, text: 'They threatened me.', name: 'Wanda Whistle', email }
  await w.visitor.reports.send({ body: report })
  await creator.api.team.invite({ params: { eventId }, body: { email } })
  return {
    ...w,
    creator,
    eventId,
    code,
    pass: (ms: number) => (now = new Date(now.getTime() + ms)),
    async erase({ api }: Person) {
      await api.account.deleteAccount()
      now = new Date(now.getTime() + 14 * DAY + 1)
      await w.deps.jobs.add(w.deps.db, { kind: 'delete-accounts' })
      await w.deps.jobs.runDue()
    },
    async left() {
      const { db } = w.deps
      const [guest] = await db.select().from(tickets).where(eq(tickets.id, ticketId))
      const [report] = await db.select().from(reports)
      const [words] = await db.select().from(moderationWords).where(eq(moderationWords.kind, 'report'))
      const [returned] = await db.select().from(ticketReturns)
      return [
        guest?.guestName,
        guest?.guestEmail,
        report?.reporterName,
        report?.reporterEmail,
        words?.text,
        returned?.reason,
      ]
    },
  }
}

const WHOLE = ['Wanda', OWNER.toUpperCase(), 'Wanda Whistle', OWNER, 'They threatened me.', 'Wanda coughs']

test('signing up with an address downloads nothing that was left under it', async () => {
  const w = await leftUnder(OWNER)
  const squatter = await w.person({ email: OWNER.toLowerCase() })
  const { text } = await fetchExport(w, squatter)
  expect(text).not.toMatch(/Wanda|threatened|coughs/)
  expect(text).not.toContain(w.code)
})

test('its owner downloads it once the address is confirmed, but not what opens something', async () => {
  const w = await leftUnder(OWNER)
  const owner = await w.person({ email: OWNER.toLowerCase(), emailConfirmedAt: new Date() })
  const { text } = await fetchExport(w, owner)
  for (const word of ['Wanda Whistle', 'They threatened me.', OWNER.toUpperCase(), 'Wanda coughs'])
    expect(text).toContain(word)
  expect(text).not.toContain(w.code)
})

test('deleting an account erases what was left under its address only if the address was confirmed', async () => {
  const w = await leftUnder(OWNER)
  const squatter = await w.person({ email: OWNER.toLowerCase() })
  await w.erase(squatter)
  expect(await w.left()).toEqual(WHOLE)
  expect(await w.deps.db.$count(teamInvitations)).toBe(1)

  const owner = await w.person({ email: OWNER.toLowerCase(), emailConfirmedAt: new Date() })
  await w.erase(owner)
  expect(await w.left()).toEqual(['Guest', null, null, null, null, null])
  expect(await w.deps.db.$count(teamInvitations)).toBe(0)
})

test('an address that is confirmed between asking and the last day counts as confirmed', async () => {
  const w = await leftUnder(OWNER)
  const owner = await w.person({ email: OWNER })
  await owner.api.account.deleteAccount()
  await w.deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, owner.id))
  w.pass(14 * DAY + 1)
  await w.deps.jobs.add(w.deps.db, { kind: 'delete-accounts' })
  await w.deps.jobs.runDue()
  expect(await w.left()).toEqual(['Guest', null, null, null, null, null])
})
