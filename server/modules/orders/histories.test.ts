// `npm run trust -- till-histories` carries out 10,000 of these.
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEATURE_NAMES } from '../../../contract/features.ts'
import { runHistories } from '../../test-support/till-histories.ts'
import { openWorld, type World } from '../../test-support/world.ts'

const COUNT = Number(process.env.TILL_HISTORIES ?? 200)
const timeout = Math.max(300_000, COUNT * 2_000)

/** Nothing is proven by what never happened. */
const OUTCOMES = [
  ...['paid by card', 'paid by door', 'paid by transfer', 'paid late, and a ticket', 'paid too late'],
  ...['given back for money', 'given back for nothing', 'refunds undone', 'paid back by hand'],
  ...['given-back', 'taken-back', 'cancelled', 'called-off', 'too-late'].map((cause) => `refunded: ${cause}`),
  ...['joined the list', 'offers taken by an order', 'offers that ran out'],
  ...['the provider was away', 'the provider refused'],
  ...['messages that came again', 'messages behind a later one', 'messages that never came'],
]

let w: World

beforeAll(async () => {
  w = await openWorld({ config: { features: new Set(FEATURE_NAMES), payments: 'demo' } })
})
afterAll(() => w.close())

test('in random histories with crashes nobody is charged without a ticket or a refund', { timeout }, async () => {
  const { problems, penceLost, histories, steps, crashes, reached } = await runHistories(w, { count: COUNT, seed: 1 })
  const counts = OUTCOMES.map((what) => `${what} ${reached.get(what) ?? 0}`).join(', ')
  const sentence = `${histories} histories, ${steps} steps, ${crashes} crashes, ${penceLost} pence lost; ${counts}`
  process.stdout.write(`orders reached: ${sentence}\n`)
  if (process.env.TILL_REPORT) await writeFile(process.env.TILL_REPORT, sentence)
  expect(problems).toEqual([])
  expect({ histories, penceLost }).toEqual({ histories: COUNT, penceLost: 0 })
  expect(OUTCOMES.filter((what) => !reached.has(what))).toEqual([])
  expect(crashes).toBeGreaterThan(COUNT / 4)
})

test('the same histories with a handler that trusts messages lose money', { timeout }, async () => {
  const { penceLost, problems } = await runHistories(w, { count: 30, seed: 1, isTrusting: true })
  expect(penceLost).toBeGreaterThan(0)
  expect(problems.some((problem) => problem.includes('kept without a ticket or a refund'))).toBe(true)
})
