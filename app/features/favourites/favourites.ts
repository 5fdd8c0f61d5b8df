// Which events are saved here: those of the account, or without one those on the device. One call for a whole visit,
// however many hearts a page has; every heart listens here, and so do other tabs. No React, so that it can be tested.
import { ask } from '../../data/ask.ts'
import { onStoredElsewhere, readStored, store } from '../../lib/device-storage.ts'
import { Sentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { DEVICE_FULL, dropFromDevice, keepOnDevice, readDevice } from './device-favourites.ts'

interface Known {
  /** The token whose account they belong to; null: the device. */
  owner: string | null
  ids: ReadonlySet<number>
}

let known: Known | null = null
/** What was pressed and is not answered yet: shown at once, and what the last press said is what is sent in the end. */
const wishes = new Map<number, boolean>()
const sending = new Map<number, Promise<void>>()
let asking: { owner: string; answer: Promise<void> } | null = null

const listeners = new Set<() => void>()
let stopListening: (() => void) | undefined

const notifyListeners = () => listeners.forEach((listener) => listener())

function learn(owner: string | null, ids: Iterable<number>) {
  if (known?.owner !== owner) wishes.clear()
  known = { owner, ids: new Set(ids) }
  notifyListeners()
}

export const isFavourite = (eventId: number): boolean => wishes.get(eventId) ?? known?.ids.has(eventId) ?? false

/** A new array only when something has changed. */
let listed: { of: Known; ids: number[] } | null = null
export function knownFavourites(): number[] | null {
  if (known && listed?.of !== known) listed = { of: known, ids: [...known.ids] }
  return known && (listed?.ids ?? null)
}

/** What the device kept goes into the account with the same call; what is there no more is left out by the server. */
async function askAccount(owner: string) {
  const kept = readDevice()
  const api = await loadApi()
  const ids = await ask(() =>
    kept.length > 0 ? api.favourites.adopt({ body: { eventIds: kept } }) : api.favourites.ids(),
  )
  // Somebody else, or nobody, is signed in by now.
  if (readStored('token') !== owner) return
  dropFromDevice(...kept)
  learn(owner, ids)
}

/** Asks who is signed in on this device for what is saved, unless that is known. */
export async function lookUpFavourites({ again = false } = {}): Promise<void> {
  const owner = readStored('token')
  if (known?.owner === owner && !again) return
  if (owner === null) return learn(null, readDevice())
  if (asking?.owner !== owner) {
    const answer = askAccount(owner).finally(() => {
      if (asking?.answer === answer) asking = null
    })
    asking = { owner, answer }
  }
  return asking.answer
}

/** Hearts stay as they were while it cannot be asked; the next page asks again. */
const lookUpAgain = () => void lookUpFavourites({ again: true }).catch(() => undefined)

export function onFavourites(listener: () => void): () => void {
  listeners.add(listener)
  stopListening ??= onStoredElsewhere((key) => {
    if (key === 'favourites' || key === 'favouritesChanged' || key === null) lookUpAgain()
  })
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stopListening?.()
    stopListening = undefined
  }
}

async function send(eventId: number, owner: string) {
  const api = await loadApi()
  let done: boolean | undefined
  while (done !== wishes.get(eventId)) {
    const wish = wishes.get(eventId)
    // They have signed out since, so there is nothing to save.
    if (wish === undefined || readStored('token') !== owner) return
    const input = { params: { eventId } }
    await (wish ? api.favourites.save(input) : api.favourites.remove(input))
    done = wish
  }
  const others = [...(known?.ids ?? [])].filter((id) => id !== eventId)
  if (known?.owner === owner) learn(owner, done ? [eventId, ...others] : others)
  // Whatever it is, as long as it is new: other tabs notice it and ask.
  store('favouritesChanged', `${Date.now()} ${Math.random()}`)
}

function setOnDevice(eventId: number, isWanted: boolean) {
  if (!isWanted) dropFromDevice(eventId)
  else if (!keepOnDevice(eventId)) throw new Sentence(DEVICE_FULL)
  learn(null, readDevice())
}

/** Shown at once; taken back when it fails, which throws. */
export async function setFavourite(eventId: number, isWanted: boolean): Promise<void> {
  const owner = readStored('token')
  if (owner === null) return setOnDevice(eventId, isWanted)
  wishes.set(eventId, isWanted)
  notifyListeners()
  const underWay = sending.get(eventId)
  if (underWay) return underWay
  const answer = send(eventId, owner).finally(() => {
    wishes.delete(eventId)
    sending.delete(eventId)
    notifyListeners()
  })
  sending.set(eventId, answer)
  return answer
}
