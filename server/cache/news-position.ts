// Up to where the write-ahead log has to be replayed on a replica before a page may be made there: up to the newest change
// that this instance knows of. docs/decisions/229 says why.
import type { LogPosition } from '../db/log-position.ts'

const ASK_AGAIN_MS = 250

export type AskLeader = () => Promise<LogPosition>

export class NewsPosition {
  /** Of the leader that sends the changes; null: not asked yet. */
  #timeline: number | null = null
  #lsn = 0n
  #isListening = false
  #ask: AskLeader = () => Promise.reject(new Error('nobody is listened to'))
  #isAsking = false
  /** How many news came without a position, and up to which of them the leader's answer holds. */
  #asked = 0
  #answered = 0
  /** The last of them after which something must not be shown any more. */
  #withdrawn = 0

  /** Connected to a leader, perhaps another one: it has everything received before. */
  listen(ask: AskLeader) {
    this.#isListening = true
    this.#timeline = null
    this.#lsn = 0n
    this.#ask = ask
    this.#askLeader()
  }

  disconnected() {
    this.#isListening = false
  }

  /** `lsn` null: committed just now, or announced by a commit itself, which cannot know its own position. */
  received(lsn: bigint | null, withdraws: boolean) {
    if (lsn === null) {
      this.#askLeader()
      if (withdraws) this.#withdrawn = this.#asked
    } else if (lsn > this.#lsn) this.#lsn = lsn
  }

  /** Whether all news reaches us, with its position. */
  get isCurrent() {
    return this.#isListening && this.#timeline !== null && this.#answered === this.#asked
  }

  /**
   * What a replica must have; null: unknown. While the leader is away nobody can be asked: a replica may then lack the
   * newest count of seats, and never an edit or a withdrawal that was announced.
   */
  get required(): LogPosition | null {
    if (this.#timeline === null || this.#answered < this.#withdrawn) return null
    return { timeline: this.#timeline, lsn: this.#lsn }
  }

  #askLeader() {
    this.#asked++
    if (!this.#isAsking) void this.#askUntilAnswered()
  }

  async #askUntilAnswered() {
    this.#isAsking = true
    while (this.#isListening && (this.#answered < this.#asked || this.#timeline === null)) {
      const ask = this.#ask
      const upTo = this.#asked
      try {
        const { timeline, lsn } = await ask()
        // Of the leader before this one.
        if (ask !== this.#ask) continue
        this.#timeline = timeline
        if (lsn > this.#lsn) this.#lsn = lsn
        this.#answered = upTo
      } catch {
        // Until it is answered, or the connection is found to be lost: then the next one asks again.
        await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS).unref())
      }
    }
    this.#isAsking = false
  }
}
