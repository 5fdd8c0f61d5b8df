import { beforeEach, expect, test, vi } from 'vitest'
import { dropInterrupted, interrupt, interruptible, resumeAt, resumedOn, takeResumed } from './interrupted.ts'

beforeEach(() => {
  dropInterrupted()
  takeResumed('')
})

test('what an expired session cut off goes on after the login, once', () => {
  interrupt('/events/5', 'two tickets')
  expect(resumedOn('/events/5')).toBeNull()
  resumeAt('/events/5?from=mail#top')
  expect(resumedOn('/events/5')).toBe('two tickets')
  expect(takeResumed('/events/5')).toBe('two tickets')
  expect(takeResumed('/events/5')).toBeNull()
})

test('closing the dialog, or coming back to another screen, ends it', () => {
  interrupt('/events/5', 'two tickets')
  dropInterrupted()
  resumeAt('/events/5')
  expect(resumedOn('/events/5')).toBeNull()
  interrupt('/events/5', 'two tickets')
  resumeAt('/events/6')
  expect(resumedOn('/events/5')).toBeNull()
  resumeAt('/events/5')
  expect(resumedOn('/events/5')).toBeNull()
})

test('a call that is refused late brings nothing back that the person has ended, or is past', () => {
  const token = vi.fn((): string | null => null)
  vi.stubGlobal('localStorage', { getItem: token })
  const shown = () => (resumeAt('/events/5'), takeResumed('/events/5'))
  interruptible('/events/5', 'two tickets')()
  expect(shown()).toBe('two tickets')
  const beforeClosing = interruptible('/events/5', 'two tickets')
  dropInterrupted()
  beforeClosing()
  expect(shown()).toBeNull()
  token.mockReturnValue('of a new session')
  interruptible('/events/5', 'two tickets')()
  expect(shown()).toBeNull()
})

test('somebody who comes back much later has to press again', () => {
  interrupt('/events/5', 'two tickets')
  resumeAt('/events/5', 0)
  expect(takeResumed('/events/5', 30_000)).toBeNull()
})

test('a part of a screen is that screen', () => {
  interrupt('/account-details#two-factor', 'begin')
  resumeAt('/account-details#two-factor')
  expect(takeResumed('/account-details')).toBe('begin')
})
