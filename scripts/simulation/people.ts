// How people behave, as far as figures are published; the rest are assumptions, named as such in docs/simulation.md.
import { DAY, HOUR } from '../../contract/durations.ts'
import { randomFrom } from '../../server/test-support/seeded-random.ts'

export interface Scenario {
  name: string
  /** Of those who book a free event, so many do not come (published: 0.4 to 0.6). */
  noShow: number
  /** Of those who would not come, so many come because they were reminded (published: 0.10 to 0.35). */
  reminded: number
  /** Of those who know that they cannot come, so many say so when it takes two taps. Assumed. */
  tells: number
  /** Of those who find it sold out, so many join the waiting list. Assumed. */
  waits: number
  /** Of those who are offered seats, so many accept in time. Assumed. */
  accepts: number
  /** Of those who will come and are asked to confirm, so many press Coming within a day. Assumed. */
  confirms: number
  /** Of those who will not come and do not say so, so many press Coming all the same (0.1: the turnout of the product). */
  bluffs: number
  /** Of those who would have come and were released, so many try to take their place back when they read of it. Assumed. */
  takesBack: number
  /** Of those who would have come and have no place any more, so many come to the door all the same. Assumed. */
  standsBy: number
}

export const SCENARIOS: Scenario[] = [
  {
    name: 'low',
    noShow: 0.4,
    reminded: 0.1,
    tells: 0.25,
    waits: 0.4,
    accepts: 0.5,

    confirms: 0.6,
    bluffs: 0.1,
    takesBack: 0.4,
    standsBy: 0.4,
  },
  {
    name: 'middle',
    noShow: 0.5,
    reminded: 0.22,
    tells: 0.4,
    waits: 0.5,
    accepts: 0.6,

    confirms: 0.7,
    bluffs: 0.1,
    takesBack: 0.5,
    standsBy: 0.5,
  },
  {
    name: 'high',
    noShow: 0.6,
    reminded: 0.35,
    tells: 0.55,
    waits: 0.6,
    accepts: 0.7,

    confirms: 0.8,
    bluffs: 0.1,
    takesBack: 0.6,
    standsBy: 0.6,
  },
]

/** Some who want to come, and what will become of it. */
export interface Party {
  userId: number
  seats: number
  /** Milliseconds before the start at which they look for tickets. */
  looksAt: number
  fate: 'comes' | 'comes if reminded' | 'cannot come'
  /** Milliseconds before the start at which they give their seats back, if they were reminded; null: they never say a word. */
  givesBackAt: number | null
  /** The reminder that they answer by giving back. */
  givesBackAfter: Reminder
  waits: boolean
  takesFewer: boolean
  /** Milliseconds after the notification; null: never. */
  answersAfter: number | null
  /** Compared with the chance of coming after an offer. */
  luck: number
  /** Milliseconds after the question at which they press Coming; null: they ignore it. */
  confirmsAfter: number | null
  /** Milliseconds after the email about the release at which they try to take their place back; null: they do not. */
  takesBackAfter: number | null
  /** Come to the door without a place, if they would have come with one. */
  standsBy: boolean
}

/** When they are sent, before the start. */
export const REMINDERS = { early: 5 * DAY, late: DAY }
export type Reminder = keyof typeof REMINDERS

const SIZES: [share: number, seats: number][] = [
  [0.5, 1],
  [0.87, 2],
  [0.95, 3],
  [1, 4],
]

function fateOf(random: () => number, { noShow, reminded }: Scenario): Party['fate'] {
  if (random() >= noShow) return 'comes'
  return random() < reminded ? 'comes if reminded' : 'cannot come'
}

/** Within a few hours of a reminder that reaches them: the early one if they have booked by then and know already. */
function givingBack(random: () => number, looksAt: number): Pick<Party, 'givesBackAt' | 'givesBackAfter'> {
  const { early, late } = REMINDERS
  const isEarly = random() < 0.4 && looksAt > early
  const reminder = isEarly ? early : Math.min(late, looksAt)
  const givesBackAt = Math.max(2 * HOUR, reminder - random() * 6 * HOUR)
  return { givesBackAt, givesBackAfter: isEarly ? 'early' : 'late' }
}

export function newParty(random: () => number, scenario: Scenario, userId: number): Party {
  const size = random()
  // Half of all look within the first third of three weeks.
  const looksAt = 2 * HOUR + 21 * DAY * random() ** 0.7
  const fate = fateOf(random, scenario)
  return {
    userId,
    seats: SIZES.find(([share]) => size < share)?.[1] ?? 1,
    looksAt,
    fate,
    ...(fate === 'cannot come' && random() < scenario.tells
      ? givingBack(random, looksAt)
      : { givesBackAt: null, givesBackAfter: 'late' }),
    waits: random() < scenario.waits,
    takesFewer: random() < 0.5,
    // From five minutes to a day; taking longer than the offer lasts loses it.
    answersAfter: random() < scenario.accepts ? 5 * 60_000 * 288 ** random() : null,
    ...answersOf(random(), fate, scenario),
  }
}

/** From a few minutes to a day; half have read an email after two hours. Assumed. */
const reads = (random: () => number) => 5 * 60_000 * 288 ** random()

/** Drawn apart from the rest, so that everybody else stays who they were before anybody was asked to confirm. */
function answersOf(luck: number, fate: Party['fate'], { confirms, bluffs, takesBack, standsBy }: Scenario) {
  const random = randomFrom(Math.floor(luck * 2 ** 32))
  const presses = random() < (fate === 'cannot come' ? bluffs : confirms)
  const [confirmsAfter, takesBackAfter] = [reads(random), reads(random)]
  return {
    luck,
    confirmsAfter: presses ? confirmsAfter : null,
    takesBackAfter: random() < takesBack ? takesBackAfter : null,
    standsBy: random() < standsBy,
  }
}

/** The share of people notified in the last hour who can still make it. Assumed. */
const AT_SHORT_NOTICE = 0.5

/** How soon the first tap comes in the last hour; null: they do not make it. */
export const comesAtOnce = ({ luck, answersAfter }: Party): number | null =>
  answersAfter !== null && luck < AT_SHORT_NOTICE ? Math.min(answersAfter, 30 * 60_000) : null

/** Who was asked a day before at the latest comes more surely (docs/product/organisers.md#turnout). */
export const comesAfterOffer = ({ luck }: Party, { noShow, reminded }: Scenario, beforeStart: number) =>
  luck < (beforeStart <= DAY ? 0.8 : 1 - noShow * (1 - reminded))
