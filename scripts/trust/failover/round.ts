// One fault under bookings, returns, edits and visitors, and what came of it.
import { setTimeout as wait } from 'node:timers/promises'
import { audit, Bookers, type Answered } from '../bookers.ts'
import type { MailSink } from '../mail-sink.ts'
import type { Account, Stack } from '../stack.ts'
import type { Cluster } from './cluster.ts'
import { Editor } from './editor.ts'
import type { Fault } from './faults.ts'
import { auditReturns, Guests } from './guests.ts'
import type { HooleyMachine } from './hooley-machine.ts'
import { Visitors, type Look } from './visitors.ts'

export interface Stage {
  stack: Stack<Cluster>
  hooleys: HooleyMachine[]
  /** nginx in front of them. */
  proxy: string
  mails: MailSink
  /** The creator, six who book, six who book and give back. */
  people: Account[]
  big: number
  small: number
  /** A page that nobody has asked for yet. */
  coldPath: () => string
  /** Of all rounds: a later fault must not lose what an earlier one kept. */
  answered: Answered[]
  returned: number[]
}

export interface Row {
  fault: Fault
  /** Seconds. */
  outage: number
  slowestPage: number
  bookings: Map<number, number>
  returns: Map<number, number>
  edits: Map<number, number>
  members: Map<number, number>
  pages: Map<number, number>
  cold: Map<number, number>
  outdated: { marked: number; unmarked: number }
  mailsTwice: number
  /** Sentences of the audit, lost, doubled and oversold among them. */
  audit: string[]
  broken: string[]
}

const BEFORE_MS = 3_000
const AFTER_MS = 4_000

const countOf = (looks: Look[]) => {
  const counts = new Map<number, number>()
  for (const { status } of looks) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

const except = (counts: Map<number, number>, ...fine: number[]) =>
  [...counts].filter(([status]) => !fine.includes(status)).map(([status, times]) => `${times} × ${status || 'none'}`)

/** The longest time without a confirmed booking. */
function outageOf(answered: Answered[], from: number, until: number) {
  const moments = [from, ...answered.map(({ at }) => at), until]
  return Math.max(...moments.slice(1).map((at, n) => at - (moments[n] ?? at))) / 1000
}

export async function play(stage: Stage, fault: Fault): Promise<Row> {
  const { stack, hooleys, proxy, people, big, small, mails } = stage
  const [creator, ...others] = people as [Account, ...Account[]]
  const bookers = new Bookers()
  const guests = new Guests()
  const editor = new Editor()
  const visitors = new Visitors()
  const twiceBefore = mails.doubled
  const from = performance.now()
  bookers.start(others.slice(0, 6), big, () => proxy, 250)
  guests.start(others.slice(6), small, proxy)
  let turn = 0
  editor.start(creator, big, () => hooleys.filter(({ isUp }) => isUp)[turn++ % 2]?.url ?? proxy)
  for (const hooley of hooleys) visitors.watch(() => (hooley.isUp ? hooley.url : undefined), big)
  visitors.watch(() => proxy, big)
  visitors.watchCold(proxy, stage.coldPath)
  visitors.watchAsMember(proxy, creator)
  await wait(BEFORE_MS)
  await fault.run(stack.postgres, hooleys)
  await stack.postgres.settled()
  await wait(AFTER_MS)
  const until = performance.now()
  await Promise.all([bookers.stop(), guests.stop(), editor.stop(), visitors.stop()])

  stage.answered.push(...bookers.answered)
  stage.returned.push(...guests.returned)
  const wrongReturns = await auditReturns(stack.postgres, stage.returned)
  const seen = {
    fault,
    outage: outageOf(bookers.answered, from, until),
    slowestPage: Math.max(...visitors.known.map(({ took }) => took)) / 1000,
    bookings: bookers.statuses,
    returns: guests.statuses,
    edits: editor.statuses,
    members: visitors.members,
    pages: countOf(visitors.known),
    cold: countOf(visitors.cold),
    outdated: visitors.outdated(editor),
    mailsTwice: mails.doubled - twiceBefore,
    audit: [
      ...(await audit(stack, stage)),
      ...(wrongReturns ? [`${wrongReturns} seats given back not exactly once`] : []),
    ],
  }
  return { ...seen, broken: [...seen.audit, ...promisesBroken(seen)] }
}

function promisesBroken(row: Omit<Row, 'broken'>): string[] {
  const { fault, outage, bookings, returns, edits, members, pages, cold, outdated, mailsTwice } = row
  const told = (what: string, statuses: string[]) =>
    statuses.length ? [`${what} were answered ${statuses.join(', ')}`] : []
  return [
    ...(outage > fault.limit ? [`writes were away for ${outage.toFixed(1)} s instead of ${fault.limit}`] : []),
    ...told('pages', except(pages, 200)),
    ...told('pages that nobody had asked for', except(cold, 200, 503)),
    ...told('bookings', fault.isInvisible ? except(bookings, 201) : except(bookings, 201, 503)),
    ...told('returns', fault.isInvisible ? except(returns, 200, 201, 409) : except(returns, 200, 201, 409, 503)),
    ...told('edits', except(edits, 200, 503, ...(fault.name === 'hooley-machine' ? [0] : []))),
    ...told('members', except(members, 200, 503)),
    ...(outdated.unmarked ? [`${outdated.unmarked} pages showed an old title and did not say so`] : []),
    ...(mailsTwice ? [`${mailsTwice} mails came twice`] : []),
  ]
}
