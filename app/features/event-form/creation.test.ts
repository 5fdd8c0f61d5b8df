import { expect, test } from 'vitest'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { ApiError } from '../../../contract/api-error.ts'
import { oneCreation } from './creation.ts'

const body = (title: string) => ({ title }) as EventBodyInput
const lost = new ApiError(0, 'no answer')
const usedForAnother = new ApiError(409, 'This key was already used for another event')

/** A server that has one event at most for the key, and loses the answers it is told to. */
function server() {
  const state = {
    event: undefined as string | undefined,
    created: 0,
    lose: 'nothing' as 'request' | 'answer' | 'nothing',
  }
  const events = {
    create({ body: { title } }: { body: EventBodyInput }) {
      const { lose } = state
      state.lose = 'nothing'
      if (lose === 'request') return Promise.reject(lost)
      if (state.event !== undefined && state.event !== title) return Promise.reject(usedForAnother)
      if (state.event === undefined) state.created++
      state.event = title
      return lose === 'answer' ? Promise.reject(lost) : Promise.resolve({ id: 1, version: 1, title })
    },
    update: (_made: unknown, { title }: EventBodyInput) => Promise.resolve({ id: 1, version: 2, title }),
  }
  return { state, events: events as never }
}

test('what was changed after a lost answer is saved into the event that exists', async () => {
  const { state, events } = server()
  const save = oneCreation()
  state.lose = 'answer'
  await expect(save(events, body('First'))).rejects.toBe(lost)
  expect(await save(events, body('Second'))).toMatchObject({ id: 1, title: 'Second', version: 2 })
  expect(state.created).toBe(1)
})

test('it does not matter which of several requests arrived', async () => {
  const { state, events } = server()
  const save = oneCreation()
  for (const [title, lose] of [
    ['A', 'request'],
    ['B', 'answer'],
    ['C', 'request'],
  ] as const) {
    state.lose = lose
    await expect(save(events, body(title))).rejects.toBe(lost)
  }
  expect(await save(events, body('D'))).toMatchObject({ id: 1, title: 'D' })
  expect(state.created).toBe(1)
})

test('the same form pressed again after a lost answer is that event', async () => {
  const { state, events } = server()
  const save = oneCreation()
  state.lose = 'answer'
  await expect(save(events, body('Same'))).rejects.toBe(lost)
  expect(await save(events, body('Same'))).toMatchObject({ title: 'Same', version: 1 })
})
