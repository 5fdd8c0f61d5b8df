// Visitors who look at public pages all the time, at each instance and through nginx, and what they were shown.
import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from '../stack.ts'
import type { Editor } from './editor.ts'

export interface Look {
  at: number
  took: number
  status: number
  /** The server itself says that it may not be the newest. */
  isMarked: boolean
  /** The number of the title that was shown, if it was a page of the edited event. */
  title: number | undefined
}

const EVERY_MS = 200
// An edit is seen everywhere within a second; the other half is for a machine with more to do than it can.
const SEEN_WITHIN_MS = 1_500

export class Visitors {
  /** Pages that everybody asks for. */
  readonly known: Look[] = []
  /** Pages that nobody has asked for before: one that neither a cache nor a replica has may be refused with 503. */
  readonly cold: Look[] = []
  readonly members = new Map<number, number>()
  #isOver = false
  readonly #running: Promise<unknown>[] = []

  watch(urlOf: () => string | undefined, eventId: number) {
    const paths = ['/', '/events', `/events/${eventId}`, `/events/${eventId}`, '/api/all-events?limit=5']
    this.#every(async (n) => {
      const url = urlOf()
      const seen = url && (await look(url + paths[n % paths.length]))
      // What was on its way to a machine that we have killed is lost with it; behind nginx another one answers.
      if (seen && urlOf() === url) this.known.push(seen)
    })
  }

  watchCold(url: string, nextPath: () => string) {
    this.#every(async () => void this.cold.push(await look(url + nextPath())))
  }

  watchAsMember(url: string, { token }: Account) {
    this.#every(async () => {
      const { status } = await look(`${url}/api/tickets`, { authorization: `Bearer ${token}` })
      this.members.set(status, (this.members.get(status) ?? 0) + 1)
    })
  }

  async stop() {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  /** Pages with a title that was no longer the newest; `unmarked` of them did not say so. */
  outdated({ newestAt }: Editor) {
    const old = this.known.filter(({ at, title }) => title !== undefined && title < newestAt(at - SEEN_WITHIN_MS))
    return {
      marked: old.filter(({ isMarked }) => isMarked).length,
      unmarked: old.filter((one) => !one.isMarked).length,
    }
  }

  #every(work: (n: number) => Promise<void>) {
    this.#running.push(
      (async () => {
        for (let n = 0; !this.#isOver; n++) await Promise.all([work(n), wait(EVERY_MS)])
      })(),
    )
  }
}

async function look(url: string, headers: Record<string, string> = {}): Promise<Look> {
  const at = performance.now()
  const seen = { at, took: 0, status: 0, isMarked: false, title: undefined }
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(20_000) })
    const text = await response.text()
    const title = /\/events\/\d+$/.test(url) && response.status === 200 ? /Edit (\d+) of it/.exec(text)?.[1] : undefined
    return {
      ...seen,
      took: performance.now() - at,
      status: response.status,
      isMarked: response.headers.has('x-hooley-stale'),
      title: title === undefined ? undefined : Number(title),
    }
  } catch {
    return { ...seen, took: performance.now() - at }
  }
}
