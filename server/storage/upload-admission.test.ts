import { expect, test } from 'vitest'
import { createAdmission } from './upload-admission.ts'

const ANNA = 1
const BEN = 2

/** An upload that is in flight until it is ended. */
function upload(admission: ReturnType<typeof createAdmission>, account: number, size: number) {
  const gate = Promise.withResolvers<void>()
  const state = { isIn: false }
  const done = admission.admit(account, size, () => {
    state.isIn = true
    return gate.promise
  })
  return { state, done, end: () => gate.resolve() }
}

const turn = () => new Promise(setImmediate)

test('all uploads together never hold more than the budget; the next enters when one leaves', async () => {
  const admission = createAdmission({ bytes: 10, perAccount: 9, waitMs: 60_000, maxWaiting: 9 })
  const [first, second, third] = [upload(admission, ANNA, 6), upload(admission, BEN, 4), upload(admission, 3, 5)]
  await turn()
  expect([first, second, third].map(({ state }) => state.isIn)).toEqual([true, true, false])
  expect(admission.held()).toBe(10)
  second.end()
  await second.done
  await turn()
  expect(third.state.isIn).toBe(false)
  first.end()
  await turn()
  expect(third.state.isIn).toBe(true)
  third.end()
  await third.done
  expect([admission.held(), admission.waiting()]).toEqual([0, 0])
})

test("an account's third upload waits without keeping anybody else's", async () => {
  const admission = createAdmission({ bytes: 100, perAccount: 2, waitMs: 60_000, maxWaiting: 9 })
  const [one, two, three] = [1, 2, 3].map(() => upload(admission, ANNA, 1))
  const other = upload(admission, BEN, 1)
  await turn()
  expect([three?.state.isIn, other.state.isIn]).toEqual([false, true])
  one?.end()
  await turn()
  expect(three?.state.isIn).toBe(true)
  for (const each of [two, three, other]) each?.end()
})

test('an upload that waits too long, or finds too many waiting, is refused with Retry-After', async () => {
  const admission = createAdmission({ bytes: 10, perAccount: 1, waitMs: 1, maxWaiting: 1 })
  const first = upload(admission, ANNA, 10)
  const waits = upload(admission, ANNA, 1).done
  await expect(upload(admission, BEN, 1).done).rejects.toMatchObject({ statusCode: 503, retryAfterSeconds: 5 })
  await expect(waits).rejects.toMatchObject({ statusCode: 429, retryAfterSeconds: 5 })
  first.end()
  await first.done
  const next = upload(admission, BEN, 10)
  await turn()
  expect(next.state.isIn).toBe(true)
  next.end()
})

test('an upload that fails gives its room back', async () => {
  const admission = createAdmission({ bytes: 10, perAccount: 1, waitMs: 1, maxWaiting: 1 })
  await expect(admission.admit(ANNA, 10, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off')
  expect(admission.held()).toBe(0)
})
