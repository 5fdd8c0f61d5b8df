// A feed, as a calendar program reads it that is not ours. Where it is not installed nothing is shown: `npm run trust --
// calendar` says so.
import { expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import { hasKhal, openKhal } from '../../test-support/khal.ts'
import { HOSTILE_TEXT, HOSTILE_TITLE } from '../../test-support/hostile-strings.ts'
import { world } from '../../test-support/world.ts'

test.runIf(hasKhal())('khal takes a feed, with times of their places and what was called off', async () => {
  const { app, person, event, deps } = await world()
  const khal = await openKhal()
  try {
    const creator = await person()
    // At eight in the evening of its place, whatever its clocks do.
    const day = new Date(Math.floor(Date.now() / DAY) * DAY + 3 * DAY).toISOString().slice(0, 10)
    const dublin = { title: 'Fiddle Night', startTime: new Date(`${day}T20:00:00Z`), timeZone: 'Europe/Dublin' }
    const { id } = await event(creator, dublin)
    await event(creator, {
      title: 'Night of Lights',
      startTime: new Date(`${day}T11:00:00Z`),
      timeZone: 'Asia/Tokyo',
    })
    await event(creator, { ...dublin, title: 'Off', status: 'cancelled' })
    await event(creator, { ...dublin, title: HOSTILE_TITLE, description: HOSTILE_TEXT, venue: HOSTILE_TEXT })
    await khal.take((await app.inject(`/feeds/creators/${creator.id}.ics`)).body)
    const shown = await khal.list(new Date(), 10)
    expect(shown).toHaveLength(4)
    const of = (title: string) => shown.find((entry) => entry.title === title)
    expect(of('Fiddle Night')).toMatchObject({ uid: `event-${id}@${deps.config.calendarDomain}`, status: 'CONFIRMED' })
    // khal is set to UTC.
    expect(of('Night of Lights')?.start).toBe(`${day}T11:00`)
    expect(of('Cancelled: Off')?.status).toBe('CANCELLED')
    expect(of(HOSTILE_TITLE)).toBeDefined()
    // The same feed again changes nothing.
    await khal.take((await app.inject(`/feeds/creators/${creator.id}.ics`)).body)
    expect(await khal.list(new Date(), 10)).toHaveLength(4)
  } finally {
    await khal.close()
  }
})
