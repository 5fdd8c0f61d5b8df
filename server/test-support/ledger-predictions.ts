// What the model says can come of a step, and whether that is what the database says.
import type { Done } from './ledger-acts.ts'
import type { Snapshot } from './ledger-invariants.ts'
import { heldOf, broadcastToWaiting } from './ledger-model-rule.ts'
import { endLateRequests } from './ledger-model-access.ts'
import { inOrder, insideOf, openPlaces, pendingOf, soldOf, type Model } from './ledger-model-state.ts'
import type { ModelAct } from './ledger-model-carry.ts'
import { predict, settleAndStore } from './ledger-model.ts'

interface Prediction {
  answers: string[]
  after: Model
}

const inTurn = (model: Model, acts: ModelAct[], now: number): Prediction => {
  const answers: string[] = []
  let after = model
  for (const act of acts) {
    const predicted = predict(after, act, now)
    answers.push(predicted.answer)
    after = predicted.after
  }
  return { answers, after }
}

/** A booking first settles what is due, in a separate step; somebody else may come in between. */
function beginningsOf(model: Model, acts: ModelAct[], now: number): Model[] {
  if (!acts.some(({ kind }) => kind === 'book' || kind === 'stand' || kind === 'quick')) return [model]
  const settled = structuredClone(model)
  settleAndStore(settled, now)
  return [model, settled]
}

/** One act: what it answers. Two at once: as if one came after the other. One that dies: all of it, or nothing. */
export function predictionsOf(model: Model, acts: ModelAct[], now: number, dies: boolean): Prediction[] {
  const [first, second] = acts as [ModelAct, ModelAct | undefined]
  if (!second) return [...(dies ? [inTurn(model, [], now)] : []), inTurn(model, [first], now)]
  return beginningsOf(model, acts, now).flatMap((beginning) => {
    const swapped = inTurn(beginning, [second, first], now)
    return [inTurn(beginning, acts, now), { ...swapped, answers: swapped.answers.toReversed() }]
  })
}

const countsOf = (mails: Iterable<[string, number]>) => [...mails].map(([kind, count]) => `${kind}: ${count}`).sort()

const offerText = (offer: { seats: number; until: number } | null | undefined) =>
  offer ? `${offer.seats} until ${new Date(offer.until).toISOString()}` : null

const ticketText = (
  person: number | null,
  seats: number,
  { sent, inside, answered }: { sent: number; inside: number; answered: boolean },
) => `${person} has ${seats}, ${sent} sent, ${inside} in${answered ? ', answered' : ''}`

/** What can be seen of a model, in the words of `seenIn`. */
const seenOf = (model: Model, now: number) => ({
  status: model.status,
  capacity: model.capacity,
  sold: soldOf(model),
  held: heldOf(model),
  left: model.open,
  tickets: model.tickets
    .map((ticket) =>
      ticketText(ticket.person, ticket.seats, {
        sent: openPlaces(ticket).length,
        inside: insideOf(ticket),
        answered: ticket.hasAnswered,
      }),
    )
    .sort(),
  friendsIn: model.tickets.flatMap(({ places }) => places.filter(({ isIn }) => isIn)).length,
  undoable: pendingOf(model)
    .filter(({ until }) => until > now)
    .map(({ ticket, seats, held }) => `${ticket.person} gave ${seats}, ${held} held`),
  list: inOrder(model).map((entry) => ({
    person: entry.person,
    wish: entry.wish,
    atLeast: entry.atLeast,
    isResting: entry.isResting,
    passedOver: entry.passedOver,
    saved: entry.saved,
    offer: offerText(entry.offer),
  })),
  orders: model.orders.map(({ person, seats, state }) => `${person} ordered ${seats}: ${state}`).sort(),
  ballot: model.ballot,
  entrants: model.entrants.map(({ person, seats }) => `${person} asks for ${seats}`).sort(),
  way: `${model.admission}${model.approval ? ', asked' : ''}${model.isUnlisted ? ', unlisted' : ''}`,
  creator: model.creator,
  requests: model.requests.map(({ person, seats, ending }) => `${person} asked for ${seats}: ${ending}`),
  newcomers: model.newcomers.toSorted(),
  mails: countsOf(Object.entries(model.mails)),
  elsewhere: Object.entries(model.elsewhere).map(([person, seats]) => `${person} has ${seats}`),
})

/** What cannot be undone any more may stand there until something is due for those who wait. */
const seenIn = (snapshot: Snapshot, now: number): ReturnType<typeof seenOf> => {
  const {
    event,
    tickets,
    places,
    returns,
    entries,
    offers,
    requests,
    newcomers,
    mails,
    left,
    elsewhere,
    entrants,
    orders,
    answered,
  } = snapshot
  const ownerOf = (ticketId: number) => tickets.find(({ id }) => id === ticketId)?.userId
  return {
    status: event.status as Model['status'],
    capacity: event.capacity,
    sold: event.ticketsSold,
    held: event.held,
    left,
    tickets: tickets
      .map(({ id, userId, numberOfTickets, admitted }) => {
        const sent = places.filter(({ ticketId, takenBackAt }) => ticketId === id && !takenBackAt)
        return ticketText(userId, numberOfTickets, {
          sent: sent.length,
          inside: admitted,
          answered: answered.includes(id),
        })
      })
      .sort(),
    friendsIn: places.filter(({ usedAt }) => usedAt).length,
    undoable: returns
      .filter((one) => !one.undoneAt && !one.releasedAt && one.undoUntil.getTime() > now)
      .sort((a, b) => a.id - b.id)
      .map(({ ticketId, seats, held }) => `${ownerOf(ticketId)} gave ${seats}, ${held} held`),
    list: entries
      .filter(({ endedAt }) => !endedAt)
      .map((entry) => {
        const offer = offers.find(({ entryId, endedAt }) => entryId === entry.id && !endedAt)
        return {
          person: entry.userId,
          wish: entry.numberOfTickets,
          atLeast: entry.atLeast,
          isResting: entry.restingSince !== null,
          passedOver: entry.passedOver,
          saved: entry.saved,
          offer: offerText(offer && { seats: offer.seats, until: offer.expiresAt.getTime() }),
        }
      }),
    orders: orders.map(({ userId, seats, state }) => `${userId} ordered ${seats}: ${state}`).sort(),
    ballot: event.ballot,
    entrants: entrants.map(({ userId, seats }) => `${userId} asks for ${seats}`).sort(),
    way: `${event.admission}${event.approval ? ', asked' : ''}${event.linkKey ? ', unlisted' : ''}`,
    creator: event.creatorId,
    requests: requests.map(
      ({ userId, numberOfTickets, ending }) => `${userId} asked for ${numberOfTickets}: ${ending}`,
    ),
    newcomers,
    mails: countsOf(mails),
    elsewhere,
  }
}

/** The model's tickets and places get the numbers of those that are new. */
function nameNew(model: Model, { tickets, places }: Snapshot) {
  for (const ticket of model.tickets) {
    const unnamed = places.filter((row) => row.ticketId === ticket.id && !ticket.places.some(({ id }) => id === row.id))
    for (const place of ticket.places) place.id ??= unnamed.shift()?.id ?? null
    if (ticket.id !== null) continue
    const isTaken = (id: number) => model.tickets.some((other) => other.id === id)
    const found = tickets.find(
      ({ id, userId, numberOfTickets }) => userId === ticket.person && numberOfTickets === ticket.seats && !isTaken(id),
    )
    ticket.id = found?.id ?? null
  }
}

/** What two at once were told may be older than what both have done: of their answers, only who was refused is compared. */
const isAnswered = ({ answer, isRefused }: Done, predicted: string | undefined, isAlone: boolean) =>
  isAlone || isRefused ? answer === predicted : predicted !== undefined && !/^[a-z]+(_[a-z]+)+$/.test(predicted)

interface Happened {
  predictions: Prediction[]
  done: Done[]
  after: Snapshot
  now: number
  dies: boolean
}

/** The prediction that came true, or what is different from the first. */
export function compare({ predictions, done, after, now, dies }: Happened): Model | string {
  const seen = JSON.stringify(seenIn(after, now))
  const complaints: string[] = []
  for (const { answers, after: model } of predictions) {
    settleAndStore(model, now)
    broadcastToWaiting(model, now)
    endLateRequests(model, now)
    const expected = JSON.stringify(seenOf(model, now))
    const wrong = dies ? -1 : done.findIndex((one, at) => !isAnswered(one, answers[at], done.length === 1))
    if (wrong < 0 && seen === expected) {
      nameNew(model, after)
      return model
    }
    if (wrong >= 0) complaints.push(`answered ${done[wrong]?.answer}, predicted ${answers[wrong]}`)
    else complaints.push(`predicted ${expected}`)
  }
  return `${complaints.join(' or ')}; found ${seen}`
}
