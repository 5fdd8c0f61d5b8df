import { expect, test } from 'vitest'
import { allowanceText, audienceText } from './message-words.ts'

test('who gets a message is said before it is sent', () => {
  expect(audienceText('all', 1)).toBe('Goes to 1 person: everyone who’s booked.')
  expect(audienceText('let-in', 1_200)).toBe('Goes to 1,200 people: people who are in.')
  expect(audienceText('waiting', 0)).toBe('Goes to nobody: nobody is on the waiting list.')
})

test('the limit is said before somebody runs into it', () => {
  const zone = 'Europe/Dublin'
  expect(allowanceText({ left: 3, nextAt: null }, zone)).toBe('You can send 3 messages in 24 hours; 3 are left.')
  expect(allowanceText({ left: 1, nextAt: null }, zone)).toContain('1 is left')
  expect(allowanceText({ left: 0, nextAt: '2026-05-04T11:00:00Z' }, zone)).toBe(
    'You can send 3 messages in 24 hours, and you’ve used them all. You can send the next one on 4th May, 2026, 12:00 PM.',
  )
})
