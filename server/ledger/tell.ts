// Who is offered something hears of it by mail and in their browsers, both in the transaction of the offer.
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { events } from '../db/schema/events.ts'
import type { Deps } from '../deps.ts'
import { notify } from '../notices/notify.ts'
import type { Entry, LedgerEvent, Notice, Offer } from './ledger.ts'

async function titleOf(tx: Tx, eventId: number): Promise<string> {
  const [row] = await tx.select({ title: events.title }).from(events).where(eq(events.id, eventId))
  return row?.title ?? ''
}

const pushOf = (eventId: number, userId: number) =>
  ({ userId, notice: 'offer', path: `/events/${eventId}`, tag: `offer-${eventId}` }) as const

export async function tellOf(mails: Deps['mails'], tx: Tx, eventId: number, offer: Offer, userId: number) {
  const { id, seats, toldAt, expiresAt } = offer
  await mails.add(tx, { kind: 'offer', userId, payload: { offerId: id }, sendAt: toldAt })
  const title = seats === 1 ? 'A place is yours' : `${seats} places are yours`
  const body = await titleOf(tx, eventId)
  await notify(tx, [{ ...pushOf(eventId, userId), title, body, sendAt: toldAt, until: expiresAt }])
}

/** Only last places are worth a sound in somebody's pocket. */
export async function tellEntry(mails: Deps['mails'], tx: Tx, event: LedgerEvent, kind: Notice['kind'], entry: Entry) {
  await mails.add(tx, { kind, userId: entry.userId, payload: { entryId: entry.id } })
  if (kind !== 'last-places') return
  const body = await titleOf(tx, event.id)
  const title = 'A last-minute place: the first tap wins'
  await notify(tx, [{ ...pushOf(event.id, entry.userId), title, body, until: event.startTime }])
}
