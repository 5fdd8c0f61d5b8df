// A published ballot as it is written, apart from its arithmetic: that is read by browsers too, which have no zod.
import { z } from 'zod'
import { BALLOT_STATES, MOST_BALLOT_SEATS } from './ballot-rules.ts'

/** A larger ballot is not read. */
const MOST_BALLOT_ENTRIES = 200_000

const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const ballotEntry = z.object({ leaf: hash, seats: z.number().int().min(1).max(MOST_BALLOT_SEATS) })
export type BallotEntry = z.infer<typeof ballotEntry>

/** Where the number comes from. Fixed when the ballot is made. */
export const ballotSource = z.discriminatedUnion('kind', [
  /** A draw that newspapers print, typed in by the organiser. */
  z.object({ kind: z.literal('draw'), name: z.string().min(1).max(200), at: z.iso.datetime() }),
  /** A round of drand's quicknet; `signature` is null until it is handed in. */
  z.object({
    kind: z.literal('drand'),
    round: z.number().int().positive(),
    at: z.iso.datetime(),
    signature: z
      .string()
      .regex(/^[0-9a-f]{96}$/)
      .nullable(),
  }),
])
export type BallotSource = z.infer<typeof ballotSource>

/** What `GET /ballots/{id}` returns and `npm run ballot` reads. Root and entries are empty until it closes. */
export const ballotFile = z.object({
  state: z.enum(BALLOT_STATES),
  source: ballotSource,
  root: hash.nullable(),
  number: z.string().min(1).max(200).nullable(),
  entries: z.array(ballotEntry).max(MOST_BALLOT_ENTRIES),
  order: z.array(hash).max(MOST_BALLOT_ENTRIES),
})
export type BallotFile = z.infer<typeof ballotFile>
