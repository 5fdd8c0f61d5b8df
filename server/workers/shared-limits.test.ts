import { expect, test, vi } from 'vitest'
import { createRateLimits, type RateLimits } from '../http/rate-limits.ts'
import { answerLimits, askForLimits, type LimitCall } from './shared-limits.ts'

/** Two workers and their primary, with what goes over the wire as it goes: text. */
function crew(primary: RateLimits = createRateLimits(undefined)) {
  const messages: LimitCall[][] = []
  const defects: unknown[] = []
  const worker = () => {
    const asking = askForLimits((calls) => {
      messages.push(calls)
      const sent = JSON.parse(JSON.stringify(calls)) as LimitCall[]
      void answerLimits(primary, sent, (error) => defects.push(error)).then((answers) =>
        asking.receive(JSON.parse(JSON.stringify(answers)) as typeof answers),
      )
    })
    return asking.limits
  }
  return { one: worker(), other: worker(), messages, defects }
}

test('what one worker has used is used up for the other', async () => {
  const { one, other } = crew()
  for (let n = 0; n < 10; n++) await (n % 2 ? one : other).take('signInAccount', 'nora')
  await expect(one.take('signInAccount', 'nora')).rejects.toMatchObject({ code: 'too_many_requests' })
  await expect(other.check('signInAccount', 'nora')).rejects.toMatchObject({ retryAfterSeconds: 900 })
  await expect(other.take('signInAccount', 'finn')).resolves.toBeUndefined()
})

test('every way to ask is answered as by a single process', async () => {
  const { one, other } = crew()
  expect(await one.count('booking', 7)).toBe(1)
  expect(await other.count('booking', 7)).toBe(2)
  expect(await one.used('booking', 7)).toBe(2)
  await other.giveBack('booking', 7)
  expect(await one.used('booking', 7)).toBe(1)
  await one.reset('booking', 7)
  expect(await other.used('booking', 7)).toBe(0)
  expect(await one.tryTake('signInPause', ['a', 1])).toBe(true)
  expect(await other.tryTake('signInPause', ['a', 1])).toBe(false)
})

test('what is asked in one turn is one message', async () => {
  const { one, messages } = crew()
  await Promise.all(Array.from({ length: 50 }, (_, n) => one.take('booking', n)))
  expect(messages.map((calls) => calls.length)).toEqual([50])
})

test('a defect of the primary reaches whoever asked, and its log', async () => {
  const broken = { ...createRateLimits(undefined), take: vi.fn().mockRejectedValue(new RangeError('a mistake')) }
  const { one, defects } = crew(broken)
  await expect(one.take('booking', 1)).rejects.toThrow('The primary could not count.')
  expect(defects).toEqual([new RangeError('a mistake')])
})
