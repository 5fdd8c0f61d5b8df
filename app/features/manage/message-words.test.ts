import { expect, test } from 'vitest'
import { allowanceText, audienceText } from './message-words.ts'

test('who gets a message is said before it is sent', () => {
  expect(audienceText('all', 1)).toBe('1 person will get it: everybody who has booked.')
  expect(audienceText('let-in', 1_200)).toBe('1,200 people will get it: those who were let in.')
  expect(audienceText('waiting', 0)).toBe('Nobody gets it: nobody is on the waiting list.')
})

test('the limit is said before somebody runs into it', () => {
  const zone = 'Europe/Dublin'
  expect(allowanceText({ left: 3, nextAt: null }, zone)).toBe('3 messages can be sent within 24 hours; 3 are left.')
  expect(allowanceText({ left: 1, nextAt: null }, zone)).toContain('1 is left')
  expect(allowanceText({ left: 0, nextAt: '2026-05-04T11:00:00Z' }, zone)).toBe(
    '3 messages can be sent within 24 hours, and all of them are used. The next one can be sent on 4th May, 2026, 12:00 PM.',
  )
})
