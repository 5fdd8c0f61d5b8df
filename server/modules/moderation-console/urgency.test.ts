import { expect, test } from 'vitest'
import { pointsOf, reasonsOf, type Waiting } from './urgency.ts'

const now = new Date('2026-11-16T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const waiting = (fields: Partial<Waiting>): Waiting => ({
  reports: [],
  isInReview: false,
  objection: null,
  since: now,
  ...fields,
})
const points = (fields: Partial<Waiting>) => {
  const item = waiting(fields)
  return pointsOf(reasonsOf(item), item.since, now)
}

test('what is said to be illegal comes before what is said to be wrong, however many say it', () => {
  const wrong = points({ reports: [{ kind: 'facts', people: 500 }] })
  expect(points({ reports: [{ kind: 'illegal', people: 1 }] })).toBeGreaterThan(wrong)
  expect(wrong).toBeGreaterThan(points({ reports: [{ kind: 'facts', people: 1 }] }))
})

test('what waits longer comes first among the same, and never before what is urgent', () => {
  const fresh = points({ reports: [{ kind: 'facts', people: 1 }] })
  const old = points({ reports: [{ kind: 'facts', people: 1 }], since: hoursAgo(24) })
  const ancient = points({ reports: [{ kind: 'facts', people: 1 }], since: hoursAgo(24 * 400) })
  expect(old).toBeGreaterThan(fresh)
  expect(ancient).toBeGreaterThan(old)
  expect(points({ reports: [{ kind: 'illegal', people: 3 }], since: hoursAgo(1) })).toBeGreaterThan(ancient)
})

test('every point has a sentence', () => {
  const item = waiting({
    reports: [{ kind: 'rules', people: 2 }],
    isInReview: true,
    objection: 'D-ABCDEFGHIJ',
  })
  expect(reasonsOf(item).map(({ sentence }) => sentence)).toEqual([
    'Somebody says that it is against the rules.',
    '2 different people say so.',
    'The person concerned has objected to a decision.',
    'It is in no list until somebody has looked at it.',
  ])
})
