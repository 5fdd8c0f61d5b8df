import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_DRAFT } from './draft.ts'
import { forgetForm, keepForm, takeKept } from './kept-form.ts'
import { isTyped } from './stored-questions.ts'

const draft = { ...EMPTY_DRAFT, title: 'Half an idea' }

function device(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

beforeEach(() => vi.stubGlobal('localStorage', device()))
afterEach(() => {
  forgetForm()
  vi.unstubAllGlobals()
})

test('what was written is found again by the same person at the same form', () => {
  expect(keepForm({ form: 'create', userId: 1, draft })).toBe(true)
  expect(takeKept('edit 5 1', 1)).toBeNull()
  expect(takeKept('create', 1)).toEqual(draft)
})

test('somebody else finds nothing, and then it is gone', () => {
  keepForm({ form: 'create', userId: 1, draft })
  expect(takeKept('create', 2)).toBeNull()
  expect(takeKept('create', 1)).toBeNull()
})

test('a device that refuses keeps it in this page, and says that a reload would lose it', () => {
  const refuse = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect(keepForm({ form: 'create', userId: 1, draft })).toBe(false)
  expect(takeKept('create', 1)).toEqual(draft)
})

test.each(['{', '7', '{"form":"create","userId":1,"draft":{"title":"old"}}', '{"form":"create","userId":1}'])(
  'what cannot be understood counts as nothing: %s',
  (text) => {
    localStorage.setItem('eventForm', text)
    expect(takeKept('create', 1)).toBeNull()
  },
)

test('what was stored by hand or by an earlier version is not taken for questions', () => {
  const typed = { key: -1, kind: 'one', label: 'Which meal?', choices: 'Meat', required: true, isAnswered: false }
  expect([[], [typed], [{ ...typed, id: 3 }]].every(isTyped)).toBe(true)
  for (const other of [
    null,
    'x',
    {},
    [null],
    [{ ...typed, kind: 'stars' }],
    [{ ...typed, id: '3' }],
    [{ ...typed, required: 1 }],
  ])
    expect(isTyped(other)).toBe(false)
})
