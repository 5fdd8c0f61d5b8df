import { Readable } from 'node:stream'
import { api } from '../../../contract/api.ts'
import { MINUTE } from '../../../contract/durations.ts'
import { AppError } from '../../../contract/errors.ts'
import { isMine } from '../../access/personal-data.ts'
import { countedSave } from '../../access/save-limits.ts'
import { requireSight } from '../../access/sight.ts'
import { ballotEntries, ballots as ballotsTable } from '../../db/schema/ballots.ts'
import type { Deps } from '../../deps.ts'
import { Answer } from '../../http/answer.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PER } from '../../http/rate-limits.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { findEvent } from '../events/queries.ts'
import { enterNumber, enterRound, removeBallot, setBallot } from './commands.ts'
import { runBallots } from './draws.ts'
import { cancelledMail, closedMail, drawnMail, enteredMail, numberMail } from './emails.ts'
import { enter, leave } from './entering.ts'
import {
  findOfEvent,
  findOwn,
  getSeenBallot,
  listOwn,
  numberUntil,
  readLeaves,
  readOrder,
  sourceOf,
  stateOf,
  toSummary,
  type BallotRow,
} from './queries.ts'

// For an account that is deleted.
export { leaveAll } from './entering.ts'

async function* joined<T>(stretches: AsyncIterable<T[]>): AsyncGenerator<string> {
  let before = ''
  for await (const some of stretches) {
    yield before + JSON.stringify(some).slice(1, -1)
    before = ','
  }
}

/** The list may be megabytes long: it is written as it is read. Both are fixed once they are there. */
async function* writeFile({ db }: Deps, row: BallotRow, now: Date): AsyncGenerator<string> {
  const state = stateOf(row, now)
  const { eventId, root, cancelledBecause } = row
  const number = state === 'drawn' ? row.number : null
  const until = numberUntil(row).toISOString()
  const head = { state, eventId, source: sourceOf(row), root, number, numberUntil: until, cancelledBecause }
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`
  if (root !== null) yield* joined(readLeaves(db, row.id))
  yield '],"order":['
  if (state === 'drawn') yield* joined(readOrder(db, row.id))
  yield ']}'
}

const ballotRoutes = (deps: Deps): Binding[] => [
  bind(api.ballots.ofEvent, async ({ params, query }, user) => {
    await requireSight(deps.db, await findEvent(deps.db, params.eventId), user, query.key)
    const row = await findOfEvent(deps.db, params.eventId)
    if (!row) throw new AppError('ballot_not_found')
    return toSummary(row, deps.clock())
  }),
  bind(api.ballots.set, ({ params, body }, user) =>
    countedSave(deps, user, 'saveEvent', () => setBallot(deps, user, params.eventId, body)),
  ),
  bind(api.ballots.remove, ({ params }, user) =>
    countedSave(deps, user, 'saveEvent', () => removeBallot(deps, user, params.eventId)),
  ),
  bind(api.ballots.number, ({ params, body }, user) => enterNumber(deps, user, params.eventId, body.number)),
  bind(api.ballots.enter, async ({ params, body }, user) => {
    const { entry, isNew } = await enter(deps, user, params.eventId, body)
    return new Answer(entry, { status: isNew ? 201 : 200 })
  }),
  bind(api.ballots.entry, async ({ params }, user) => ({ entry: await findOwn(deps.db, params.eventId, user.id) })),
  bind(api.ballots.leave, ({ params }, user) => leave(deps, user.id, params.eventId)),
  bind(api.ballots.mine, (_, user) => listOwn(deps.db, user.id, deps.clock())),
  bind(api.ballots.get, async ({ params, query }, user) => {
    const row = await getSeenBallot(deps.db, params.ballotId, user, query.key)
    const stream = Readable.from(writeFile(deps, row, deps.clock()), { objectMode: false })
    return new Answer(stream, { headers: { 'content-type': 'application/json; charset=utf-8' } })
  }),
  bind(api.ballots.round, async ({ params, body }, user, meta) =>
    enterRound(deps, await getSeenBallot(deps.db, params.ballotId, user, body.key), body.signature, meta.ip),
  ),
]

export const ballots: Module = {
  routes: ballotRoutes,
  mails: ({ publicUrl }) => ({
    // Written by enter_ballots, with the priority that the column has by default.
    'ballot-entered': { render: enteredMail(publicUrl), priority: PRIORITY.normal },
    'ballot-closed': { render: closedMail(publicUrl), priority: PRIORITY.soon },
    'ballot-number': { render: numberMail(publicUrl), priority: PRIORITY.soon },
    'ballot-drawn': { render: drawnMail(publicUrl), priority: PRIORITY.soon },
    'ballot-cancelled': { render: cancelledMail(publicUrl), priority: PRIORITY.soon },
  }),
  jobs: { 'run-ballots': { run: runBallots } },
  schedule: { 'run-ballots': MINUTE },
  // Each verifies a signature, which takes some milliseconds.
  limits: { ballotRound: { points: 30, seconds: PER.minute } },
  tables: [
    { table: ballotsTable, plain: ['drawName', 'root', 'number', 'signature', 'cancelledBecause'] },
    {
      table: ballotEntries,
      of: isMine(ballotEntries.userId),
      by: ballotEntries.id,
      // With the leaf alone nobody can tell whose it is; the list would no longer match its root without it.
      personal: ['salt'],
      plain: ['leaf'],
      atDeletion: () => ({ salt: null }),
    },
  ],
}
