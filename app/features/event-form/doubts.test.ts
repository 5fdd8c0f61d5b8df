import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from './draft.ts'
import { doubtAbout } from './doubts.ts'

const saving = {
  isDraft: false,
  initial: EMPTY_DRAFT,
  timeZone: 'Europe/Dublin',
  now: new Date('2026-11-15T20:00:00Z'),
  isPublished: false,
}
const past = { ...EMPTY_DRAFT, startTime: '2020-03-03T19:30' }

test('a start that has passed is questioned when it is published, with the date in words', () => {
  expect(doubtAbout(past, saving)).toMatchObject({
    title: 'This date has passed',
    text: 'Your event would start on 3rd Mar, 2020 at 7:30 PM. Publish it anyway?',
  })
  expect(doubtAbout({ ...past, startTime: '2026-11-15T20:30' }, saving)).toBeNull()
})

test('not for a draft, and not for an event that has begun and is corrected', () => {
  expect(doubtAbout(past, { ...saving, isDraft: true })).toBeNull()
  expect(doubtAbout({ ...past, title: 'Quiz' }, { ...saving, initial: past, isPublished: true })).toBeNull()
})

test('a published event is not taken off the lists by accident', () => {
  expect(doubtAbout(EMPTY_DRAFT, { ...saving, isDraft: true, isPublished: true })?.title).toBe('Take it off the lists?')
  expect(doubtAbout(EMPTY_DRAFT, { ...saving, isPublished: true })).toBeNull()
})
