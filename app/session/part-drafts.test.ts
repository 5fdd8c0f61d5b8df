import { beforeEach, expect, test } from 'vitest'
import { readStored, removeStored, store } from '../lib/device-storage.ts'
import { forgetDrafts, keepDraft, moveDrafts, readDraft } from './part-drafts.ts'

beforeEach(() => removeStored('eventFormParts'))

test('what is typed in a part of a form is found again, by the same person alone', () => {
  keepDraft(7, 'create', 'email welcome', { text: 'Hello' })
  keepDraft(7, '12', 'email welcome', { text: 'Other' })
  expect(readDraft(7, 'create', 'email welcome')).toEqual({ text: 'Hello' })
  expect(readDraft(8, 'create', 'email welcome')).toBeUndefined()
  keepDraft(8, 'create', 'email thanks', { text: 'Mine' })
  expect(readDraft(7, '12', 'email welcome')).toBeUndefined()
})

test('what was typed for a new event becomes its own when it is saved, and nothing else moves', () => {
  keepDraft(7, 'create', 'email welcome', 1)
  keepDraft(7, 'create', 'post twitter', 2)
  keepDraft(7, 'copy 12', 'post twitter', 3)
  moveDrafts(7, 'create', '99')
  expect(readDraft(7, '99', 'email welcome')).toBe(1)
  expect(readDraft(7, '99', 'post twitter')).toBe(2)
  expect(readDraft(7, 'create', 'post twitter')).toBeUndefined()
  expect(readDraft(7, 'copy 12', 'post twitter')).toBe(3)
  forgetDrafts(7, '99')
  expect(readDraft(7, '99', 'email welcome')).toBeUndefined()
})

test('saved, nothing stays on the device; what is no draft of ours counts as nothing', () => {
  keepDraft(7, '12', 'email welcome', 1)
  keepDraft(7, '12', 'email welcome', null)
  expect(readStored('eventFormParts')).toBeNull()
  for (const text of ['{', '7', '{"userId":7,"drafts":null}', '{"userId":7}', '{"userId":7,"drafts":"x"}']) {
    store('eventFormParts', text)
    expect(readDraft(7, '12', 'email welcome')).toBeUndefined()
  }
})

test('forms that were begun and left do not fill the device', () => {
  for (let n = 0; n < 100; n++) keepDraft(7, String(n), 'email welcome', n)
  expect(readDraft(7, '99', 'email welcome')).toBe(99)
  expect(readDraft(7, '10', 'email welcome')).toBeUndefined()
})
