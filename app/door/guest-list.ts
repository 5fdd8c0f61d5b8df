// The list that the door has loaded, by hash and by name.
import type { Guest } from '../../contract/door.ts'
import { DOOR } from '../../contract/limits.ts'
import { friendOf, friendsPlace, friendWith } from './start-words.ts'

export interface Entry {
  ticketId: number
  hash: string
  seats: number
  /** As the server last said; scans that were not sent come on top. */
  inside: number
  name: string | null
  firstAt: number | null
  doorId: number | null
  /** Last characters of its code, for links with search. */
  end: string | null
  /** Seats that were released because nobody confirmed them, and where in line. */
  standby: { seats: number; turn: number } | null
  /** In minor units, for the whole booking. */
  toPay: { amount: number; isTransfer: boolean } | null
}

/** One seat of a booking that was sent to a friend, with its own code. */
export interface Place {
  ticketId: number
  hash: string
  state: 'to-come' | 'in' | 'taken-back'
  /** For links with search, with its id. */
  name: string | null
  id?: number
  end: string | null
}

/** Somebody found by name or by the end of a code: who booked, or a friend with one of the places. */
export interface Found {
  entry: Entry
  place?: Place
}

/** 'Aoife, with Niamh Kelly'; without names 'Friend’s place'. */
export function nameAt(entry: Entry | undefined, place: Place | undefined): string | null {
  if (!place) return entry?.name ?? null
  if (!entry?.name) return friendsPlace
  return place.name ? friendWith(place.name, entry.name) : friendOf(entry.name)
}

const PLACE_STATES = ['to-come', 'in', 'taken-back'] as const

const MATCHES = 8

/** Lower case without accents: 'Óisín' is found by 'ois'. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const entryOf = ([
  ticketId,
  hash,
  seats,
  inside,
  name,
  firstAt,
  doorId,
  ,
  end = null,
  standby,
  toPay,
]: Guest): Entry => ({
  ticketId,
  hash,
  seats,
  inside,
  name,
  firstAt: firstAt === null ? null : firstAt * 1000,
  doorId,
  end,
  standby: standby ? { seats: standby[0], turn: standby[1] } : null,
  toPay: toPay ? { amount: toPay[0], isTransfer: toPay[1] === 1 } : null,
})

export class GuestList {
  readonly #byTicket = new Map<number, Entry>()
  readonly #byHash = new Map<string, Entry>()
  readonly #places = new Map<string, Place>()
  readonly #placesOf = new Map<number, Place[]>()

  get size() {
    return this.#byTicket.size
  }

  apply(list: readonly Guest[], isWhole: boolean) {
    if (isWhole) {
      this.#byTicket.clear()
      this.#byHash.clear()
      this.#places.clear()
      this.#placesOf.clear()
    }
    for (const guest of list) {
      this.#put(entryOf(guest))
      // A booking that has changed comes with all of its places.
      const places = (guest[7] ?? []).map(([hash, state, name = null, id, end = null]): Place => ({
        ticketId: guest[0],
        hash,
        state: PLACE_STATES[state] ?? 'taken-back',
        name,
        id,
        end,
      }))
      for (const place of places) this.#places.set(place.hash, place)
      this.#placesOf.set(guest[0], places)
    }
  }

  #put(entry: Entry) {
    this.#byTicket.set(entry.ticketId, entry)
    this.#byHash.set(entry.hash, entry)
  }

  /** What an answer to a scan says, before the list says it too. */
  learn(of: { hash?: string; ticketId?: number }, known: { inside: number; seats: number }) {
    const entry = this.find(of)
    if (entry) this.#put({ ...entry, ...known })
  }

  /** The server has recorded it. */
  paid(of: { hash?: string; ticketId?: number }) {
    const entry = this.find(of)
    if (entry) this.#put({ ...entry, toPay: null })
  }

  /** Let in, so no longer in line. */
  leaveStandby(of: { hash?: string; ticketId?: number }, seats: number) {
    const entry = this.find(of)
    if (!entry?.standby) return
    const left = entry.standby.seats - seats
    this.#put({ ...entry, standby: left > 0 ? { ...entry.standby, seats: left } : null })
  }

  find({ hash, ticketId }: { hash?: string; ticketId?: number }): Entry | undefined {
    return ticketId === undefined ? this.#byHash.get(hash ?? '') : this.#byTicket.get(ticketId)
  }

  /** Those on standby, in the order in which they are let in. */
  standby(): Entry[] {
    const waiting: Entry[] = []
    for (const entry of this.#byTicket.values()) if (entry.standby) waiting.push(entry)
    return waiting.toSorted((a, b) => (a.standby?.turn ?? 0) - (b.standby?.turn ?? 0))
  }

  /** A code of a booking or of a place. */
  has = (hash: string): boolean => this.#byHash.has(hash) || this.#places.has(hash)

  findPlace = (hash: string): Place | undefined => this.#places.get(hash)

  /** Those that are their friends'. */
  sentOf = (ticketId: number | undefined): Place[] =>
    (this.#placesOf.get(ticketId ?? 0) ?? []).filter(({ state }) => state !== 'taken-back')

  /** Every word begins a word of the name. Nobody can browse: fewer than two letters find nothing. */
  search(text: string): Found[] {
    const words = fold(text).split(/\s+/).filter(Boolean)
    if (words.join('').length < DOOR.searchFrom) return []
    const matches = (name: string | null) => {
      const names = fold(name ?? '').split(/[\s'’-]+/)
      return words.every((word) => names.some((one) => one.startsWith(word)))
    }
    const found: Found[] = []
    for (const entry of this.#byTicket.values()) {
      if (entry.name === null || (entry.seats === 0 && !entry.standby)) continue
      if (matches(entry.name)) found.push({ entry })
      for (const place of this.sentOf(entry.ticketId)) if (matches(place.name)) found.push({ entry, place })
      if (found.length >= MATCHES) break
    }
    return found.slice(0, MATCHES)
  }

  /** Whose code ends in these characters, by name; those who gave their places back too, so that the door can say so. */
  findByEnd(end: string): Found[] {
    const found: Found[] = []
    for (const entry of this.#byTicket.values()) {
      if (entry.end === end) found.push({ entry })
      for (const place of this.#placesOf.get(entry.ticketId) ?? []) if (place.end === end) found.push({ entry, place })
    }
    const nameOf = ({ entry, place }: Found) => nameAt(entry, place) ?? ''
    return found.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b))).slice(0, MATCHES)
  }
}
