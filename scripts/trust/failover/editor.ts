// Somebody who changes the title of an event about once a second, without a key: a refused change is tried again as a new one.
import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from '../stack.ts'

export class Editor {
  readonly statuses = new Map<number, number>()
  /** Numbers of titles, with the moment of their acknowledgement. */
  readonly #acknowledged: { title: number; at: number }[] = []
  #title = 0
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  start(creator: Account, eventId: number, urlOf: () => string) {
    this.#running = (async () => {
      while (!this.#isOver) {
        const title = ++this.#title
        const status = await change(`${urlOf()}/api/events/${eventId}`, creator, `Edit ${title} of it`)
        this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
        if (status === 200) this.#acknowledged.push({ title, at: performance.now() })
        await wait(800)
      }
    })()
  }

  async stop() {
    this.#isOver = true
    await this.#running
  }

  /** What everybody must have been shown at that moment, at least. */
  newestAt = (moment: number) => this.#acknowledged.findLast(({ at }) => at <= moment)?.title ?? 0
}

async function change(url: string, { token }: Account, title: string): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        title,
        description: 'New.',
        venue: 'Cork',
        capacity: 1_000_000,
        isDraft: false,
        startTime: '2099-01-01T10:00:00Z',
        endTime: '2099-01-01T12:00:00Z',
      }),
      signal: AbortSignal.timeout(30_000),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
