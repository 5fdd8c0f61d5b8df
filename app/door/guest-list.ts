// The list that the door has loaded, by hash and by name.
import type { Guest } from '../../contract/door.ts'
import { DOOR } from '../../contract/limits.ts'

export interface Entry {
  ticketId: number
  hash: string
  seats: number
  /** As the server last said; scans that were not sent come on top. */
  inside: number
  name: string | null
  firstAt: number | null
  doorId: number | null
}

/** One seat of a booking that was sent to a friend, with a code of its own. */
export interface Place {
  ticketId: number
  hash: string
  state: 'to-come' | 'in' | 'taken-back'
}

const PLACE_STATES = ['to-come', 'in', 'taken-back'] as const

const MATCHES = 8

/** Lower case without accents: 'Óisín' is found by 'ois'. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const entryOf = ([ticketId, hash, seats, inside, name, firstAt, doorId]: Guest): Entry => ({
  ticketId,
  hash,
  seats,
  inside,
  name,
  firstAt: firstAt === null ? null : firstAt * 1000,
  doorId,
})

export class GuestList {
  readonly #byTicket = new Map<number, Entry>()
  readonly #byHash = new Map<string, Entry>()
  readonly #places = new Map<string, Place>()

  get size() {
    return this.#byTicket.size
  }

  apply(list: readonly Guest[], isWhole: boolean) {
    if (isWhole) {
      this.#byTicket.clear()
      this.#byHash.clear()
      this.#places.clear()
    }
    for (const guest of list) {
      this.#put(entryOf(guest))
      // A booking that has changed comes with all of its places.
      for (const [hash, state] of guest[7] ?? [])
        this.#places.set(hash, { ticketId: guest[0], hash, state: PLACE_STATES[state] ?? 'taken-back' })
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

  find({ hash, ticketId }: { hash?: string; ticketId?: number }): Entry | undefined {
    return ticketId === undefined ? this.#byHash.get(hash ?? '') : this.#byTicket.get(ticketId)
  }

  findPlace = (hash: string): Place | undefined => this.#places.get(hash)

  /** Every word begins a word of the name. Nobody can browse: fewer than two letters find nothing. */
  search(text: string): Entry[] {
    const words = fold(text).split(/\s+/).filter(Boolean)
    if (words.join('').length < DOOR.searchFrom) return []
    const found: Entry[] = []
    for (const entry of this.#byTicket.values()) {
      if (entry.name === null || entry.seats === 0) continue
      const names = fold(entry.name).split(/[\s'’-]+/)
      if (words.every((word) => names.some((name) => name.startsWith(word)))) found.push(entry)
      if (found.length === MATCHES) break
    }
    return found
  }
}
