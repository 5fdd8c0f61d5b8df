// Ballots of anonymous surveys. Who takes part is stored first. The hash of the ballot follows in another transaction,
// together with those of others who came at about the same time and with some that nobody holds, in random order: no
// transaction wrote both. A ballot is given out once its hash is stored.
import { createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '../../access/secrets.ts'
import type { Db } from '../../db/client.ts'
import { surveyBallots } from '../../db/schema/surveys.ts'
import { hashToken } from '../../http/session.ts'

const GATHER_MS = 15
/** So many rows have at least one transaction. */
const AT_LEAST = 4

interface Wish {
  surveyId: number
  hash: Buffer
  resolve: () => void
  reject: (error: unknown) => void
}

export interface BallotBox {
  /** Resolves once the ballot can be used. */
  add: (surveyId: number, ballot: string) => Promise<void>
}

const shuffled = <T>(items: T[]): T[] =>
  items
    .map((item) => ({ item, order: randomBytes(8).readBigUInt64BE() }))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .map(({ item }) => item)

export function createBallotBox(db: Db): BallotBox {
  let waiting: Wish[] = []

  const flush = async () => {
    const batch = waiting
    waiting = []
    const surveyIds = batch.map(({ surveyId }) => surveyId)
    const nobodys = Array.from({ length: Math.max(0, AT_LEAST - batch.length) }, (_, n) => ({
      surveyId: surveyIds[n % surveyIds.length] ?? 0,
      hash: randomBytes(32),
    }))
    try {
      await db
        .insert(surveyBallots)
        .values(shuffled([...batch.map(({ surveyId, hash }) => ({ surveyId, hash })), ...nobodys]))
        .onConflictDoNothing()
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    add: (surveyId, ballot) =>
      new Promise((resolve, reject) => {
        waiting.push({ surveyId, hash: hashToken(ballot), resolve, reject })
        if (waiting.length === 1) setTimeout(() => void flush(), GATHER_MS)
      }),
  }
}

/** The same for the same key, which is stored nowhere: the database and all its secrets together do not give it away. */
export const ballotFor = (secrets: Secrets, surveyId: number, ticketId: number, key: string) =>
  createHmac('sha256', secrets.keyFor('survey-ballots')).update(`${surveyId} ${ticketId} ${key}`).digest('base64url')
