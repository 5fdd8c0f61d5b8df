// The creator is notified when an event is sold out: once, and again only after its capacity was raised (decision 198).
import { eq } from 'drizzle-orm'
import { isPublic, seatsLeft } from '../../../contract/event-status.ts'
import { events } from '../../db/schema/events.ts'
import type { Deps } from '../../deps.ts'
import type { Job } from '../../jobs/job.ts'
import { isOver } from '../../ledger/bookable.ts'
import { notify } from '../../notices/notify.ts'

/** Added by book_places with the booking that took the last seat. */
export async function notifySoldOut({ db, mails, jobs, clock }: Deps, { payload }: Pick<Job, 'payload'>) {
  const now = clock()
  await db.transaction(async (tx) => {
    const isIt = eq(events.id, Number(payload.eventId))
    const [event] = await tx.select().from(events).where(isIt).for('no key update')
    if (!event || !isPublic(event) || isOver(event, now) || event.soldOutToldAt) return
    // Somebody has returned a place since: another booking will take the last one.
    if (seatsLeft(event) > 0) return
    const { id: eventId, creatorId: userId, title } = event
    await tx.update(events).set({ soldOutToldAt: now }).where(isIt)
    await mails.add(tx, { kind: 'sold-out', userId, payload: { eventId } })
    await notify(tx, [
      {
        userId,
        notice: 'sold-out',
        title: 'Sold out',
        body: title,
        until: event.endTime,
        path: `/events/${eventId}/manage`,
        tag: `sold-out-${eventId}`,
      },
    ])
  })
  jobs.nudge()
}
