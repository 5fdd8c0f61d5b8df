// The door itself: what is known, who was admitted, and what is on screen. It decides offline and syncs when it can.
import type { DoorState, Guest } from '../../contract/door.ts'
import { readCodeEnd } from '../../contract/door-code.ts'
import { MINUTE } from '../../contract/durations.ts'
import { DOOR } from '../../contract/limits.ts'
import { GuestList, nameAt, type Entry, type Found, type Place } from './guest-list.ts'
import { viewOf, type DoorView, type Shown, type Target } from './door-view.ts'
import { isUndone, unsentInside, type KeptScan } from './kept-scan.ts'
import { isOver } from './link-end.ts'
import { importKey, readScanned } from './reading.ts'
import { sendScans } from './send-scans.ts'
import { Refused, type DoorServer } from './server.ts'
import type { DoorStorage, KeptLink } from './storage.ts'
import { judge, judgeEntry, verdictOf, type Known, type Verdict } from './verdict.ts'

export interface DoorOptions {
  storage: DoorStorage
  server: DoorServer
  now?: () => number
  newId?: () => string
}

/** One of ours, in either form. Where no guest has another system's code, other QR codes are private and are not sent. */
const LOOKS_OURS = /^\s*[0-9A-Za-z -]{27,80}\s*$/

export class Door {
  readonly #storage: DoorStorage
  readonly #server: DoorServer
  readonly #now: () => number
  readonly #newId: () => string
  readonly #list = new GuestList()
  readonly #listeners = new Set<() => void>()
  #link: KeptLink | undefined
  #key: CryptoKey | null = null
  #scans: KeptScan[] = []
  readonly #uncounted = new Set<string>()
  #shown: Shown | null = null
  #undone: string | null = null
  #wrongEnds: number[] = []
  #phase: DoorView['phase'] = 'starting'
  #isOnline = false
  #turn = 0
  #running: Promise<void> | undefined
  #waiting: Promise<void> | undefined
  view: DoorView

  constructor({ storage, server, now = Date.now, newId = () => crypto.randomUUID() }: DoorOptions) {
    this.#storage = storage
    this.#server = server
    this.#now = now
    this.#newId = newId
    this.view = this.#viewNow()
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** With the token of the address, if it has one; else with the link that was opened last. */
  async start(token: string | null) {
    const links = (await this.#storage.links()).toSorted((a, b) => b.openedAt - a.openedAt)
    this.#scans = (await this.#storage.scans()).toSorted((a, b) => a.at - b.at)
    const known = token === null ? links[0] : links.find((link) => link.token === token)
    // Written in this order and not awaited: a full disk buffer takes seconds, and the list is loading.
    const writes: Promise<void>[] = []
    if (known && known === links[0]) for (const list of await this.#storage.lists()) this.#list.apply(list, false)
    else writes.push(this.#storage.forgetList())
    // Opened again after another one: its list is gone, so it is loaded whole.
    const link = known === links[0] ? known : known && { ...known, state: undefined, openedAt: this.#now() }
    this.#link = link ?? (token === null ? undefined : { token, openedAt: this.#now(), skew: 0 })
    if (this.#link && this.#link !== known) writes.push(this.#storage.keepLink(this.#link))
    const written = Promise.all(writes)
    written.catch(() => undefined)
    await this.#importKey()
    this.#phase = !this.#link ? 'no-link' : this.#link.state ? 'ready' : 'loading'
    this.#emit()
    await this.sync()
    await written
  }

  async scan(text: string) {
    const { state } = this.#link ?? {}
    if (!state) return
    const code = text.slice(0, DOOR.codeLength)
    const reading = await readScanned(code, this.#key, this.#list.has)
    const place = reading ? this.#list.findPlace(reading.hash) : undefined
    const entry = this.#list.find({ hash: reading?.hash, ticketId: place?.ticketId })
    const verdict = judge(reading, this.#known(entry, place, state))
    const target = { code, hash: reading?.hash, ticketId: entry?.ticketId, of: entry?.seats }
    this.#show(verdict, target)
    if (verdict.kind === 'in' || verdict.kind === 'unverified') await this.admit(1)
    else if (verdict.kind === 'unknown' && this.#isOnline && (LOOKS_OURS.test(code) || state.event.hasForeignCodes))
      await this.#askAbout(target)
  }

  /**
   * Typed and sent off, though nobody was found by it: scanned if it is a whole code, also a short one of another system.
   * False for what is none: a name that nobody has, or the end of a code.
   */
  async typed(text: string): Promise<boolean> {
    const reading = await readScanned(text, this.#key, this.#list.has)
    const isKnown = reading !== null && this.#list.has(reading.hash)
    if (!isKnown && (!/\d/.test(text) || readCodeEnd(text) !== null)) return false
    await this.scan(text)
    return true
  }

  /** Somebody found by name or by the end of a code. */
  choose({ entry, place }: Found) {
    if (!this.#link?.state) return
    const verdict = judgeEntry(entry, this.#known(entry, place, this.#link.state))
    const target = { ticketId: entry.ticketId, hash: (place ?? entry).hash, placeId: place?.id, of: entry.seats }
    // A name pressed by mistake lets nobody in: without a whole code, even one seat is asked for.
    this.#show(verdict.kind === 'in' ? { ...verdict, kind: 'choose' } : verdict, target)
  }

  /** What is to pay was taken: it is kept as a scan is. Who has one place is let in by the same press. */
  async pay() {
    const { target, verdict } = this.#shown ?? {}
    if (!target || !verdict?.toPay) return
    const { toPay, ...rest } = verdict
    const { code, hash, ticketId } = target
    const paid = this.#newScan({ kind: 'paid', code, hash, ticketId, seats: 1, amount: toPay.amount })
    if (verdict.kind === 'to-pay') this.#show({ ...rest, kind: 'choose' }, target)
    else this.#show(rest, target)
    const isOne = verdict.kind === 'to-pay' && (verdict.seats ?? 1) - (verdict.inside ?? 0) === 1
    // One after the other: the money first, as it was taken.
    await this.#keep(paid)
    if (isOne) await this.admit(1)
  }

  /** The ticket is valid: it can be paid later. */
  letInUnpaid() {
    const { target, verdict } = this.#shown ?? {}
    if (target && verdict?.kind === 'to-pay') this.#show({ ...verdict, kind: 'choose' }, target)
  }

  /** By the server's clock, as far as it is known. */
  time = () => this.#now() + (this.#link?.skew ?? 0)
  search = (text: string) => this.#list.search(text)

  /**
   * Whose code ends in the five characters typed; null for any other text. 'paused': too many that matched nobody, as
   * somebody makes who guesses. Only lists of links with search have the ends of codes, and no server is asked.
   */
  findByEnd(text: string): Found[] | 'paused' | null {
    const end = readCodeEnd(text)
    if (end === null || !this.#link?.state?.door.mayAdd) return null
    const since = this.#now() - MINUTE
    this.#wrongEnds = this.#wrongEnds.filter((at) => at > since)
    if (this.#wrongEnds.length >= DOOR.wrongEndsAMinute) return 'paused'
    const found = this.#list.findByEnd(end)
    if (found.length === 0 && this.search(text).length === 0) this.#wrongEnds.push(this.#now())
    return found
  }

  nameOf = (of: Target) => nameAt(this.#list.find(of), this.#list.findPlace(of.hash ?? ''))

  /** Admits so many of the booking that is shown. */
  async admit(seats: number) {
    const { target, verdict } = this.#shown ?? {}
    if (!target || !verdict) return
    const isUnverified = verdict.kind === 'unverified'
    const over = verdict.kind === 'standby' || undefined
    const scan = this.#newScan({ ...target, kind: 'admit', seats, over, ...(isUnverified && { isUnverified }) })
    const inside = (verdict.inside ?? 0) + seats
    this.#show({ ...verdict, kind: isUnverified ? 'unverified' : 'in', inside }, target, scan.id)
    await this.#keep(scan)
  }

  /** Those on standby whom this device has not let in. */
  standby = () =>
    this.#list.standby().filter(({ standby, hash, ticketId }) => {
      return (standby?.seats ?? 0) > unsentInside(this.#scans, { hash, ticketId })
    })

  async letInFromStandby(entry: Entry) {
    this.choose({ entry })
    if (this.#shown?.verdict.kind === 'standby') await this.admit(this.#shown.verdict.seats ?? 1)
  }

  async walkIn(name: string, seats: number, over: boolean) {
    const scan = this.#newScan({ kind: 'walk-in', name: name.trim() || undefined, seats, over })
    this.#show({ kind: 'in', name: name.trim() || 'Walk-in', seats, inside: seats }, {}, scan.id)
    await this.#keep(scan)
  }

  async undo(id: string, reason?: string) {
    const scan = this.#scans.find((one) => one.id === id)
    if (!scan || isUndone(this.#scans, id)) return
    const { code, hash, ticketId, seats } = scan
    if (this.#shown?.scanId === id) this.#shown = null
    const who = scan.kind === 'walk-in' ? (scan.name ?? 'Walk-in') : (this.nameOf(scan) ?? 'Ticket')
    this.#undone = `${who} +${seats}`
    await this.#keep(this.#newScan({ kind: 'undo', undoes: id, code, hash, ticketId, seats, reason }))
  }

  dismiss() {
    this.#shown = null
    this.#undone = null
    this.#emit()
  }

  /** Sends what is unsent, then loads what has changed: one after the other, so that no older list comes second. */
  sync(): Promise<void> {
    const before = this.#running?.catch(() => undefined) ?? Promise.resolve()
    // A round in flight may have missed what this one is for.
    this.#waiting ??= before.then(() => {
      this.#waiting = undefined
      this.#running = this.#syncOnce()
      return this.#running
    })
    return this.#waiting
  }

  async #syncOnce() {
    try {
      await this.#send()
      if (this.#link && !this.#link.isEnded) await this.#load(this.#link)
      this.#isOnline = true
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.#isOnline = false
    }
    await this.#eraseWhatIsOver()
    this.#emit()
  }

  #send() {
    return sendScans(this.#unsent(), {
      server: this.#server,
      now: this.#now,
      settle: async (settled) => {
        const byId = new Map(settled.map((scan) => [scan.id, scan]))
        this.#scans = this.#scans.map((scan) => byId.get(scan.id) ?? scan)
        for (const scan of settled) {
          this.#learn(scan)
          if (scan.state === 'sent') this.#uncounted.add(scan.id)
        }
        this.#emit()
        await this.#storage.keepScans(settled)
      },
    })
  }

  #learn({ id, result, hash, ticketId, kind }: KeptScan) {
    if (!result) return
    if (kind === 'paid' && result.verdict === 'admitted') this.#list.paid({ hash, ticketId })
    if (kind !== 'walk-in' && result.seats > 0)
      this.#list.learn({ hash, ticketId }, { inside: result.total, seats: result.seats })
    if (kind === 'admit' && result.verdict === 'admitted') this.#list.leaveStandby({ hash, ticketId }, result.admitted)
    const shown = this.#shown
    if (!shown || shown.scanId !== id || kind !== 'admit') return
    const verdict = verdictOf(result, shown.verdict)
    // Only what differs is news: a green that stays green is not announced twice.
    if (verdict.kind === shown.verdict.kind) this.#shown = { ...shown, verdict }
    else this.#show(verdict, shown.target, id)
  }

  async #load(link: KeptLink) {
    let answer: DoorState
    const counted = [...this.#uncounted]
    try {
      answer = await this.#server.read(link.token, link.state?.revision)
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error
      this.#link = { ...link, isEnded: true }
      await this.#storage.keepLink(this.#link)
      return
    }
    const { list, ...state } = answer
    const isNewKey = state.key !== link.state?.key
    this.#link = { ...link, state, skew: Date.parse(state.now) - this.#now() }
    for (const id of counted) this.#uncounted.delete(id)
    this.#phase = 'ready'
    this.#list.apply(list, state.isWhole)
    if (isNewKey) await this.#importKey()
    this.#emit()
    // On screen before it is written down, which takes a while for ten thousand.
    await new Promise((resolve) => setTimeout(resolve))
    await this.#keepList(this.#link, list, state.isWhole)
  }

  #keepList(link: KeptLink, list: Guest[], isWhole: boolean) {
    return isWhole ? this.#storage.keepList(link, list) : this.#storage.keepChange(link, list)
  }

  /** A code that is not on the list: the server knows of other events, and of what was booked a moment ago. */
  async #askAbout(target: Target) {
    const turn = this.#turn
    const scan = this.#newScan({ ...target, kind: 'admit', seats: 1 })
    try {
      const [result] = await this.#server.send(scan.token, [scan], this.#now())
      if (!result) return
      if (result.verdict === 'admitted') {
        this.#scans = [...this.#scans, { ...scan, state: 'sent', result }]
        await this.#storage.keepScans([{ ...scan, state: 'sent', result }])
      }
      if (this.#turn === turn && result.verdict !== 'unknown')
        this.#show(verdictOf(result, { kind: 'unknown' }), target, result.verdict === 'admitted' ? scan.id : undefined)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }

  async #eraseWhatIsOver() {
    const current = this.#link
    for (const link of await this.#storage.links()) {
      const own = this.#scans.filter(({ token }) => token === link.token)
      if (own.some(({ state }) => state === 'unsent')) continue
      if (link.token === current?.token && !isOver(current, this.#now())) continue
      if (link.token === current?.token) {
        this.#phase = 'erased'
        this.#link = undefined
        this.#key = null
        this.#shown = null
        this.#list.apply([], true)
        await this.#storage.forgetList()
      }
      this.#scans = this.#scans.filter((scan) => !own.includes(scan))
      await this.#storage.erase(link.token, own)
    }
  }

  async #importKey() {
    const { key } = this.#link?.state ?? {}
    this.#key = key ? await importKey(key) : null
  }

  #known(entry: Entry | undefined, place: Place | undefined, state: Omit<DoorState, 'list'>): Known {
    const [sent, { status }, door] = [this.#list.sentOf(entry?.ticketId), state.event, state.door.name]
    const doorName = (id: number | null) => state.doors.find((one) => one.id === id)?.name ?? null
    return { entry, place, sent, scans: this.#scans, status, door, doorName, currency: state.event.currency }
  }

  #newScan(fields: Omit<KeptScan, 'id' | 'token' | 'at' | 'state'>): KeptScan {
    return { ...fields, id: this.#newId(), token: this.#link?.token ?? '', at: this.#now(), state: 'unsent' }
  }

  async #keep(scan: KeptScan) {
    this.#scans = [...this.#scans, scan]
    this.#emit()
    await this.#storage.keepScans([scan])
    void this.sync()
  }

  #show(verdict: Verdict, target: Target, scanId?: string) {
    this.#shown = { verdict, target, scanId, turn: ++this.#turn }
    this.#undone = null
    this.#emit()
  }

  #unsent = () => this.#scans.filter(({ state }) => state === 'unsent')

  #viewNow(): DoorView {
    return viewOf({
      phase: this.#phase,
      link: this.#link,
      guests: this.#list.size,
      isOnline: this.#isOnline,
      scans: this.#scans,
      uncounted: this.#uncounted,
      shown: this.#shown,
      undone: this.#undone,
    })
  }

  #emit() {
    this.view = this.#viewNow()
    for (const listener of this.#listeners) listener()
  }
}
