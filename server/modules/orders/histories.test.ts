// `npm run trust -- till` carries out 10,000 of these.
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FEATURE_NAMES } from '../../../contract/features.ts'
import { runHistories } from '../../test-support/till-histories.ts'
import { openWorld, type World } from '../../test-support/world.ts'

const COUNT = Number(process.env.TILL_HISTORIES ?? 200)
const timeout = Math.max(300_000, COUNT * 2_000)

let w: World

beforeAll(async () => {
  w = await openWorld({ config: { features: new Set(FEATURE_NAMES), payments: 'demo' } })
})
afterAll(() => w.close())

test('in random histories with crashes nobody is charged without a ticket or a refund', { timeout }, async () => {
  const run = await runHistories(w, { count: COUNT, seed: 1 })
  const { problems, penceLost, histories, steps, crashes, paid, refunded, tooLate } = run
  const sentence = `${histories} histories, ${steps} steps, ${crashes} crashes, ${paid} orders paid, ${refunded} refunds, ${penceLost} pence lost`
  if (process.env.TILL_REPORT) await writeFile(process.env.TILL_REPORT, sentence)
  expect(problems).toEqual([])
  expect({ histories, penceLost }).toEqual({ histories: COUNT, penceLost: 0 })
  // They are about something.
  expect(Math.min(crashes, paid, refunded)).toBeGreaterThan(50)
  expect(tooLate).toBeGreaterThan(0)
})

test('the same histories with a handler that trusts messages lose money', { timeout }, async () => {
  const { penceLost, problems } = await runHistories(w, { count: 30, seed: 1, isTrusting: true })
  expect(penceLost).toBeGreaterThan(0)
  expect(problems.some((problem) => problem.includes('kept without a ticket or a refund'))).toBe(true)
})
