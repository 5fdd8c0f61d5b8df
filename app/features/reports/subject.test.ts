import { expect, test } from 'vitest'
import { pathOfSubject, subjectOfAddress, subjectOfQuery } from './subject.ts'

test.each([
  ['https://hooley.example/events/12', { kind: 'event', id: 12 }],
  [' https://hooley.example/events/12?utm_source=x#top ', { kind: 'event', id: 12 }],
  ['hooley.example/creators/7/', { kind: 'creator', id: 7 }],
  ['/events/3', { kind: 'event', id: 3 }],
  ['https://hooley.example/events', null],
  ['https://hooley.example/events/12a', null],
  ['https://hooley.example/events/99999999999', null],
  ['', null],
])('the address %j is about %j', (address, subject) => {
  expect(subjectOfAddress(address)).toEqual(subject)
})

test('the Report links of pages lead to what they are on', () => {
  expect(subjectOfQuery(new URLSearchParams('event=12'))).toEqual({ kind: 'event', id: 12 })
  expect(subjectOfQuery(new URLSearchParams('creator=7'))).toEqual({ kind: 'creator', id: 7 })
  expect(subjectOfQuery(new URLSearchParams('event=twelve'))).toBeNull()
  expect(pathOfSubject({ kind: 'creator', id: 7 })).toBe('/creators/7')
})
