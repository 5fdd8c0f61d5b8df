// The forecast is honest for people whom it does not know: those of the low and of the high scenario.
import { expect, test } from 'vitest'
import { DAY } from '../../contract/durations.ts'
import type { TurnoutKind } from '../../contract/insights.ts'
import { expectTurnout, type Group, type Past } from '../../server/ledger/turnout.ts'
import { randomFrom } from '../../server/test-support/seeded-random.ts'
import { newParty, REMINDERS, SCENARIOS, type Party, type Scenario } from './people.ts'

const CAPACITY = 40
const ORGANISERS = 150
const EVENTS = 20
/** Over all of an organiser's events, and from the fourth on: before that there is so little behind them that the table decides. */
const FROM = 3
const QUESTION = 2 * DAY

type KindOf = (party: Party) => TurnoutKind

/** Of people who are not asked to confirm nobody answers a reminder but by giving back. */
const whoIsReminded: KindOf = ({ looksAt }) =>
  looksAt <= DAY ? 'late' : looksAt <= REMINDERS.early ? 'reminded-once' : 'reminded-twice'

const whoIsAsked: KindOf = (party) =>
  party.confirmsAfter !== null && party.looksAt > QUESTION ? 'coming' : whoIsReminded(party)

/** Those who have a place when it begins, first come, first served. */
function bookingsOf(random: () => number, scenario: Scenario): Party[] {
  const wanted = CAPACITY * (0.6 + 1.4 * random())
  const parties: Party[] = []
  for (let seats = 0; seats < wanted; seats += parties.at(-1)?.seats ?? 1)
    parties.push(newParty(random, scenario, parties.length + 1))
  let left = CAPACITY
  return parties
    .toSorted((a, b) => b.looksAt - a.looksAt)
    .filter(({ seats }) => seats <= left && (left -= seats) >= 0)
    .filter(({ givesBackAt }) => givesBackAt === null)
}

const comes = ({ fate, looksAt }: Party) =>
  fate === 'comes' || (fate === 'comes if reminded' && looksAt > REMINDERS.late)

const seatsOf = (parties: Party[]) => parties.reduce((sum, { seats }) => sum + seats, 0)

/** What the door of an event tells the next one's forecast. */
const pastOf = (parties: Party[], kindOf: KindOf, eventId: number): Past =>
  [...Map.groupBy(parties, kindOf)].map(([kind, some]) => ({
    eventId,
    kind,
    bookings: some.length,
    seats: seatsOf(some),
    came: seatsOf(some.filter(comes)),
    squares: some.reduce((sum, { seats }) => sum + seats ** 2, 0),
  }))

const groupsOf = (parties: Party[], kindOf: KindOf): Group[] =>
  parties.map((party) => ({ kind: kindOf(party), seats: party.seats, bookings: 1 }))

function heldOf(scenario: Scenario, kindOf: KindOf, seed: number) {
  const held = Array.from({ length: EVENTS }, () => 0)
  for (let organiser = 0; organiser < ORGANISERS; organiser++) {
    const random = randomFrom(seed + organiser)
    let past: Past = []
    for (let event = 0; event < EVENTS; event++) {
      const parties = bookingsOf(random, scenario)
      const range = expectTurnout(groupsOf(parties, kindOf), past, true)
      const came = seatsOf(parties.filter(comes))
      if (range && range.low <= came && came <= range.high) held[event] = (held[event] ?? 0) + 1
      past = [...past, ...pastOf(parties, kindOf, event)]
    }
  }
  return held.map((times) => times / ORGANISERS)
}

const shareOf = (held: number[]) => held.reduce((sum, one) => sum + one, 0) / held.length

test.each([
  ['low', 'reminded', whoIsReminded],
  ['high', 'reminded', whoIsReminded],
  ['low', 'asked to confirm', whoIsAsked],
  ['high', 'asked to confirm', whoIsAsked],
])('eight ranges out of ten hold for people of the %s scenario who are %s', (name, _, kindOf) => {
  const scenario = SCENARIOS.find((one) => one.name === name)
  if (!scenario) throw new Error('no such people')
  const held = heldOf(scenario, kindOf, 1_000)
  for (const share of [shareOf(held), shareOf(held.slice(FROM))]) {
    expect(share, held.join(' ')).toBeGreaterThanOrEqual(0.75)
    expect(share, held.join(' ')).toBeLessThanOrEqual(0.85)
  }
})
