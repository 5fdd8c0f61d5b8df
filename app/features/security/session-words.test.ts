import { expect, test } from 'vitest'
import type { Session } from '../../../contract/security.ts'
import { lastUseWords } from './session-words.ts'

const session: Session = {
  id: 'a',
  device: 'Firefox on Linux',
  firstUsedAt: '2026-03-03T10:00:00Z',
  lastUsedAt: '2026-11-15T23:30:00Z',
  town: null,
  isCurrent: false,
}
const now = new Date('2026-11-16T09:00:00Z')

test.each([
  [{}, 'Europe/Dublin', 'Last used yesterday at 11:30 PM · Signed in on 3rd Mar, 2026 at 10:00 AM'],
  [{}, 'Europe/Berlin', 'Last used today at 12:30 AM · Signed in on 3rd Mar, 2026 at 11:00 AM'],
  [
    { town: 'Dublin' },
    'Europe/Dublin',
    'Last used yesterday at 11:30 PM · Signed in on 3rd Mar, 2026 at 10:00 AM · Dublin',
  ],
  [{ isCurrent: true }, 'Europe/Dublin', 'In use now · Signed in on 3rd Mar, 2026 at 10:00 AM'],
  [
    { lastUsedAt: '2026-11-13T09:00:00Z' },
    'Europe/Dublin',
    'Last used on 13th Nov, 2026 at 9:00 AM · Signed in on 3rd Mar, 2026 at 10:00 AM',
  ],
])('a session with %j, seen in %s, reads as %s', (fields, timeZone, words) => {
  expect(lastUseWords({ ...session, ...fields }, now, timeZone)).toBe(words)
})
