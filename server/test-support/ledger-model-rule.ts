// The rule of who gets free seats (docs/product/seats.md#who-gets-free-seats), once more and in plain numbers, for the model of histories.
import { DAY, HOUR } from '../../contract/durations.ts'
import {
  endOffer,
  fulfil,
  inOrder,
  mail,
  newTicket,
  offeredTo,
  orderedOf,
  pendingOf,
  soldOf,
  sumOf,
  type Model,
  type ModelEntry,
  type ModelReturn,
} from './ledger-model-state.ts'
import { standbyOf } from './ledger-model-tickets.ts'

export function settle(model: Model, now: number) {
  const toStart = model.start - now
  const isPublic = model.status === 'published'
  const isOffering = isPublic && model.ballot !== 'running' && toStart > HOUR
  for (const entry of inOrder(model)) if (entry.offer) endWhatIsOver(model, entry, now, isOffering)

  const givenUpAt = releaseReturns(model, now)
  const pending = pendingOf(model)
  // Open to everybody, though giving them back can still be undone: as far as nobody has booked them.
  const openUndoable = Math.min(
    model.open,
    sumOf(pending, (one) => (one.isFresh ? 0 : one.seats - one.held)),
  )
  const undoable = openUndoable + sumOf(pending, (one) => (one.isFresh ? one.seats : one.held))
  const offered = sumOf(inOrder(model), offeredTo)
  const free = model.capacity - soldOf(model) - orderedOf(model) - offered - undoable
  const open = model.open - openUndoable

  let toHold = isOffering ? offerOn(model, now, { free, undoable, openUndoable, open, givenUpAt }) : saveNothing(model)
  for (const one of pending) {
    one.held = Math.min(toHold, one.seats)
    one.isFresh = false
    toHold -= one.held
  }
  const openBefore = model.open
  model.open = model.capacity - soldOf(model) - heldOf(model)
  if (openBefore <= 0 && model.open > 0) model.placesSince = now
}

export const heldOf = (model: Model) =>
  model.ballot === 'running' ? model.capacity - soldOf(model) : heldForSome(model)

const heldForSome = (model: Model) =>
  sumOf(inOrder(model), (entry) => offeredTo(entry) + entry.saved) +
  sumOf(pendingOf(model), ({ held }) => held) +
  orderedOf(model)

function endWhatIsOver(model: Model, entry: ModelEntry, now: number, isOffering: boolean) {
  // In the last hour nobody is next: it is everybody's.
  if (model.status === 'published' && model.start - now > HOUR && (entry.offer?.until ?? 0) <= now) {
    endOffer(entry, 'expired', now)
    entry.isResting = true
    mail(model, 'offer-expired')
  } else if (!isOffering) endOffer(entry, 'withdrawn', now)
}

/** Returns when seats were given back that, as is certain only now, nobody waiting could have had. */
function releaseReturns(model: Model, now: number): number | null {
  let givenUpAt: number | null = null
  for (const one of pendingOf(model)) {
    if (one.until > now) continue
    if (one.held < one.seats) givenUpAt = one.at
    Object.assign(one, { state: 'released', held: 0 })
  }
  return givenUpAt
}

function saveNothing(model: Model) {
  for (const entry of inOrder(model)) entry.saved = 0
  return 0
}

interface Free {
  free: number
  /** Seats that may still go back to who gave them. */
  undoable: number
  /** Of those, open to everybody. */
  openUndoable: number
  /** Of the free ones, open to everybody before. */
  open: number
  givenUpAt: number | null
}

const awake = (model: Model) => inOrder(model).filter(({ isResting }) => !isResting)

/** Returns how many undoable seats are held. */
function offerOn(model: Model, now: number, { free, undoable, openUndoable, open, givenUpAt }: Free): number {
  const savedBefore = sumOf(inOrder(model), ({ saved }) => saved)
  const { gets, missed, group, saved, left } = serve(model, now, free, open)
  for (const entry of inOrder(model)) entry.saved = entry === group ? saved : 0
  for (const [entry, seats] of gets) give(model, entry, seats, now)

  const lastServed = Math.max(0, ...[...gets.keys()].map(({ turn }) => turn))
  const lastTurn = group && saved > savedBefore ? Math.max(lastServed, group.turn) : lastServed
  for (const entry of awake(model)) {
    const wentPast = missed.includes(entry) && (left > open || entry.turn < lastTurn)
    const wentToAll = givenUpAt !== null && !entry.offer && entry.joinedAt <= givenUpAt
    if (!wentPast && !wentToAll) continue
    entry.passedOver++
    entry.firstPassedAt ??= now
  }
  // How many of them would those waiting use, if they could have them now?
  const all = saved + left + undoable
  const used = all - serve(model, now, all, left + openUndoable).left - saved
  return Math.min(Math.max(0, used), undoable)
}

/** One walk along the list: who would get how many of these seats, of which some are open to everybody already. */
function serve(model: Model, now: number, seats: number, open: number) {
  const list = awake(model)
  const isLongPassed = ({ passedOver, firstPassedAt }: ModelEntry) =>
    passedOver >= 2 || (firstPassedAt !== null && now - firstPassedAt >= 2 * DAY)
  const group = model.start - now > 2 * DAY ? list.find((one) => !one.offer && isLongPassed(one)) : undefined
  const gets = new Map<ModelEntry, number>()
  const missed: ModelEntry[] = []
  // Those before the group could not use what is saved up for it.
  let kept = group
    ? Math.min(
        seats,
        sumOf(list, ({ saved }) => saved),
      )
    : 0
  let saved = 0
  let left = seats
  for (const entry of list) {
    if (entry === group) kept = 0
    const wanted = entry.wish - offeredTo(entry)
    const least = entry.offer ? 1 : entry.atLeast
    const there = left - kept
    if (there <= 0 || wanted <= 0) continue
    if (there >= least) {
      gets.set(entry, Math.min(there, wanted))
      left -= Math.min(there, wanted)
    } else {
      missed.push(entry)
      if (entry === group) saved = Math.max(0, left - open)
      if (entry === group) left -= saved
    }
  }
  return { gets, missed, group: missed.find((one) => one === group), saved, left }
}

function give(model: Model, entry: ModelEntry, more: number, now: number) {
  const seats = more + offeredTo(entry)
  Object.assign(entry, { passedOver: 0, firstPassedAt: null })
  endOffer(entry, 'replaced', now)
  if (entry.automatic && !model.isPaid && model.start - now > DAY) {
    model.tickets.push(newTicket(entry.person, seats))
    mail(model, 'booked-for-you')
    fulfil(entry, seats)
  } else {
    entry.offer = { seats, until: answerBy(now, model.start, model.ballot === 'drawn') }
    model.made.push(entry.offer)
  }
}

/** How long there is to answer, in minutes, if there is more time than this to the start. */
const ANSWER_WITHIN: [moreThan: number, minutes: number][] = [
  [7 * DAY, 24 * 60],
  [2 * DAY, 12 * 60],
  [DAY, 4 * 60],
  [6 * HOUR, 60],
  [HOUR, 20],
]

/** Of the day in Dublin, in May. */
const timeOfDay = (at: number) => (at + HOUR) % DAY
const isNight = (at: number) => timeOfDay(at) >= 22 * HOUR || timeOfDay(at) < 8 * HOUR
const morningAfter = (at: number) => at + ((8 * HOUR - timeOfDay(at) + DAY) % DAY)

function answerBy(now: number, start: number, isDrawn: boolean) {
  const toldAt = isNight(now) && start - now > 14 * HOUR ? morningAfter(now) : now
  const [, usual] = ANSWER_WITHIN.find(([moreThan]) => start - toldAt > moreThan) ?? [0, 0]
  const minutes = isDrawn && start - toldAt > 2 * DAY ? 24 * 60 : usual
  const atLeast = toldAt > now && start - toldAt >= 3 * HOUR ? 60 : 0
  // Minute by minute: those of the night do not count, unless the event was near when the night began.
  let left = Math.max(minutes, atLeast)
  let at = toldAt
  while (left > 0) {
    if (isNight(at) && start - at > 14 * HOUR) at = morningAfter(at)
    else if (isNight(at)) return Math.min(at + left * 60_000, start - HOUR)
    else {
      at += 60_000
      left--
    }
  }
  return Math.min(at, start - HOUR)
}

/** What the job does that tells everybody who waits: after the step, so that what was free only within it is told to nobody. */
export function broadcastToWaiting(model: Model, now: number) {
  const toStart = model.start - now
  const isPublic = model.status === 'published'
  const isLastHour = isPublic && toStart <= HOUR && toStart > 0
  if (!isLastHour || model.open <= 0) model.placesSince = null
  const isOnStandby = (one: ModelReturn) =>
    standbyOf(model, one.ticket) === one && !inOrder(model).some(({ person }) => person === one.ticket.person)
  for (const one of isLastHour && model.open > 0 ? model.returns.filter(isOnStandby) : []) {
    const told = one.notifiedOfLastPlacesAt
    const isNews = told === null || (told < (model.placesSince ?? 0) && now - told >= 10 * 60_000)
    if (!isNews || one.timesNotifiedOfLastPlaces >= 3) continue
    one.notifiedOfLastPlacesAt = now
    one.timesNotifiedOfLastPlaces++
    mail(model, 'last-places')
  }
  for (const entry of awake(model).filter(({ offer }) => !offer)) {
    const isTwoHoursBefore = isPublic && toStart > HOUR && toStart <= 2 * HOUR
    if (isTwoHoursBefore && !entry.wasNotifiedNothingFree && entry.joinedAt <= model.start - 2 * HOUR) {
      entry.wasNotifiedNothingFree = true
      mail(model, 'nothing-free')
    }
    const told = entry.notifiedOfLastPlacesAt
    const isNews = told === null || (told < (model.placesSince ?? 0) && now - told >= 10 * 60_000)
    if (isLastHour && model.open > 0 && isNews && entry.timesNotifiedOfLastPlaces < 3) {
      entry.notifiedOfLastPlacesAt = now
      entry.timesNotifiedOfLastPlaces++
      mail(model, 'last-places')
    }
  }
}
