import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { settings } from '../db/schema/settings.ts'
import { world } from '../test-support/world.ts'
import { openCalendarDomain } from './calendar-domain.ts'

test('a new installation has a random one, and keeps it whatever its address becomes', async () => {
  const [one, other] = [await world(), await world()]
  const { calendarDomain } = one.deps.config
  expect(calendarDomain).toMatch(/^[0-9a-f]{16}\.hooley$/)
  expect(other.deps.config.calendarDomain).not.toBe(calendarDomain)
  expect(await openCalendarDomain(one.deps.db, 'new.example')).toBe(calendarDomain)
})

test('one that had events before this was stored keeps its host name, also after a move', async () => {
  const { deps, event, person } = await world()
  await event(await person())
  await deps.db.delete(settings).where(eq(settings.name, 'calendar-domain'))
  expect(await openCalendarDomain(deps.db, 'old.example')).toBe('old.example')
  expect(await openCalendarDomain(deps.db, 'new.example')).toBe('old.example')
})
