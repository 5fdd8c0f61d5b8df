// Counts within this process. The library's own store keeps a timer for each key and any number of keys, so anybody with
// many addresses fills the memory; this one keeps so many keys and forgets those that were not used for the longest time.
import { RateLimiterMemory, RateLimiterRes, type IRateLimiterOptions } from 'rate-limiter-flexible'

interface Window {
  used: number
  endsAt: number
}

interface Duration {
  customDuration?: number
}

export class BoundedRateLimiter extends RateLimiterMemory {
  /** The key that was used least recently comes first. */
  readonly #windows = new Map<string, Window>()
  readonly #maxKeys: number

  constructor(options: IRateLimiterOptions, maxKeys: number) {
    super(options)
    this.#maxKeys = maxKeys
  }

  get size() {
    return this.#windows.size
  }

  override consume(key: string | number, points = 1, options: Duration = {}): Promise<RateLimiterRes> {
    const state = this.#add(String(key), points, options)
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what the library's limiters reject with
    return state.consumedPoints > this.points ? Promise.reject(state) : Promise.resolve(state)
  }

  override reward(key: string | number, points = 1, options: Duration = {}): Promise<RateLimiterRes> {
    return Promise.resolve(this.#add(String(key), -points, options))
  }

  override get(key: string | number): Promise<RateLimiterRes | null> {
    const window = this.#live(String(key))
    return Promise.resolve(window ? this.#state(window, false) : null)
  }

  override delete(key: string | number): Promise<boolean> {
    return Promise.resolve(this.#windows.delete(String(key)))
  }

  #live(key: string): Window | undefined {
    const window = this.#windows.get(key)
    return window && window.endsAt > Date.now() ? window : undefined
  }

  #add(key: string, points: number, { customDuration = this.duration }: Duration): RateLimiterRes {
    const known = this.#live(key)
    const window = known ?? { used: 0, endsAt: Date.now() + customDuration * 1000 }
    // Never below nothing: what is given back after its window has ended is not a present.
    window.used = Math.max(0, window.used + points)
    this.#windows.delete(key)
    this.#windows.set(key, window)
    this.#makeRoom()
    return this.#state(window, !known)
  }

  #makeRoom() {
    for (const [key, { endsAt }] of this.#windows) {
      if (this.#windows.size <= this.#maxKeys && endsAt > Date.now()) return
      this.#windows.delete(key)
    }
  }

  #state({ used, endsAt }: Window, isFirst: boolean) {
    return new RateLimiterRes(Math.max(0, this.points - used), Math.max(0, endsAt - Date.now()), used, isFirst)
  }
}
