// Each step of invite → change → cancel, as a calendar program reads it that is not ours. Where it is not installed nothing
// is shown: `npm run trust -- calendar` says so.
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import { jobs } from '../../db/schema/jobs.ts'
import type { Job } from '../../jobs/job.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { hasKhal, openKhal } from '../../test-support/khal.ts'
import { openClockedWorld } from '../../test-support/sold-out.ts'
import { events } from '../events/module.ts'

test.runIf(hasKhal())('khal enters, moves and cancels one entry', async () => {
  const clocked = await openClockedWorld()
  const khal = await openKhal()
  onTestFinished(() => Promise.all([clocked.w.close(), khal.close()]).then(() => undefined))
  const { w, now } = clocked
  const { deps } = w
  const creator = await w.person()
  const event = await w.event(creator, { startTime: new Date(now().getTime() + 48 * HOUR), createdAt: now() })
  const params = { eventId: event.id }
  const anna = await w.person({ firstName: 'Anna', emailConfirmedAt: now() })

  /** The email that follows an act, whenever it is due, and what khal keeps once it was opened. */
  const step = async () => {
    clocked.pass(HOUR / 2)
    const due = await deps.db.delete(jobs).where(eq(jobs.kind, 'tell-of-change')).returning()
    for (const { payload } of due) await events.jobs!['tell-of-change']!.run(deps, { payload } as unknown as Job)
    const mail = (await collectMails(deps)).find(({ to }) => to === anna.email)
    const file = mail?.attachments?.find(({ filename }) => filename === 'event.ics')
    await khal.take(String(file?.content))
    const shown = await khal.list(now(), 10)
    const kept = await khal.kept()
    expect([shown.length, kept.length], 'one entry, whatever happens to it').toEqual([1, 1])
    const property = (text: string, name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1]?.trim()
    return {
      ...shown[0]!,
      mime: /method=(\w+)/.exec(file?.contentType ?? '')?.[1],
      method: property(String(file?.content), 'METHOD'),
      sequence: Number(property(kept[0] ?? '', 'SEQUENCE')),
      keptStatus: property(kept[0] ?? '', 'STATUS'),
    }
  }

  const { id } = await anna.api.tickets.book({ body: { ...params, numberOfTickets: 2 } })
  const invited = await step()
  expect(invited).toMatchObject({
    uid: `booking-${id}@${deps.config.calendarDomain}`,
    title: event.title,
    start: event.startTime.toISOString().slice(0, 16),
    mime: 'REQUEST',
    method: 'REQUEST',
    status: 'CONFIRMED',
    keptStatus: 'CONFIRMED',
  })

  const startTime = new Date(event.startTime.getTime() + HOUR)
  const { title, description, venue, capacity, endTime } = event
  const times = { startTime: startTime.toISOString(), endTime: endTime.toISOString() }
  await creator.api.events.update({ params, body: { title, description, venue, capacity, ...times } })
  const moved = await step()
  expect(moved).toMatchObject({
    uid: invited.uid,
    start: startTime.toISOString().slice(0, 16),
    mime: 'REQUEST',
    method: 'REQUEST',
  })
  expect(moved.sequence).toBeGreaterThan(invited.sequence)

  await creator.api.events.cancel({ params, body: {} })
  const cancelled = await step()
  expect(cancelled).toMatchObject({
    uid: invited.uid,
    mime: 'CANCEL',
    method: 'CANCEL',
    status: 'CANCELLED',
    keptStatus: 'CANCELLED',
  })
  expect(cancelled.sequence).toBeGreaterThan(moved.sequence)
})
