// What the queue is sorted by. It says what is looked at first, and decides nothing: nothing is hidden by a number.
import type { QueueItem } from '../../../contract/moderation-console.ts'
import type { ReportKind } from '../../../contract/moderation-words.ts'

export type Reason = QueueItem['reasons'][number]
export type ReportCount = QueueItem['reports'][number]

const REPORTED: Record<ReportKind, Reason> = {
  illegal: { points: 10, sentence: 'Somebody says that it is illegal.' },
  picture: { points: 7, sentence: 'Somebody is in a picture and does not want to be.' },
  rules: { points: 5, sentence: 'Somebody says that it is against the rules.' },
  facts: { points: 3, sentence: 'Somebody says that its facts are wrong.' },
}

// Ten people who agree are hardly more urgent than two: it is easy to send many reports.
const MOST_FOR_MORE_PEOPLE = 3
const OBJECTED: Reason = { points: 8, sentence: 'The person concerned has objected to a decision.' }
const IN_REVIEW: Reason = { points: 1, sentence: 'It is in no list until somebody has looked at it.' }

/** So that what is not urgent is not forgotten. */
const HOURS_A_POINT = 6
const MOST_FOR_AGE = 8

export interface Waiting {
  reports: ReportCount[]
  isInReview: boolean
  objection: string | null
  since: Date
}

export function reasonsOf({ reports, isInReview, objection }: Waiting): Reason[] {
  const people = Math.max(0, ...reports.map((report) => report.people))
  const more = Math.min(people - 1, MOST_FOR_MORE_PEOPLE)
  return [
    ...reports.map(({ kind }) => REPORTED[kind]),
    ...(more > 0 ? [{ points: more, sentence: `${people} different people say so.` }] : []),
    ...(objection ? [OBJECTED] : []),
    ...(isInReview ? [IN_REVIEW] : []),
  ]
}

export function pointsOf(reasons: Reason[], since: Date, now: Date): number {
  const hours = Math.max(0, now.getTime() - since.getTime()) / 3_600_000
  const age = Math.min(Math.floor(hours / HOURS_A_POINT), MOST_FOR_AGE)
  return reasons.reduce((sum, { points }) => sum + points, age)
}
