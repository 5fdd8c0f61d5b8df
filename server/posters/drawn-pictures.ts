// Pictures that are drawn when they are asked for. One at a time, askers in turn, each picture once however many ask at
// the same moment, and those drawn lately stay in memory: nobody can keep the processors busy by inventing addresses.
import { fairQueue } from '../storage/fair-queue.ts'

export interface DrawnPictures {
  /** `allow` is asked only when there is something to draw, and says no by throwing. */
  obtain: (name: string, asker: string, allow: () => Promise<void>, draw: () => Promise<Buffer>) => Promise<Buffer>
}

interface Options {
  /** All that stays in memory: some 5,000 posters of 400 pixels. */
  maxBytes?: number
  /** A list shows 24 pictures, and several people open one at a time. */
  maxWaiting?: number
}

export function createDrawnPictures({ maxBytes = 16_000_000, maxWaiting = 120 }: Options = {}): DrawnPictures {
  const queue = fairQueue<string>(maxWaiting)
  // A Map keeps the order in which they were used: the first is the one that nobody has asked for longest.
  const kept = new Map<string, Buffer>()
  const inFlight = new Map<string, Promise<Buffer>>()
  let bytes = 0

  const forget = (name: string) => {
    bytes -= kept.get(name)?.length ?? 0
    kept.delete(name)
  }

  const keep = (name: string, picture: Buffer) => {
    forget(name)
    kept.set(name, picture)
    bytes += picture.length
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break
      forget(oldest)
    }
  }

  return {
    obtain: async (name, asker, allow, draw) => {
      const known = kept.get(name)
      if (known) {
        keep(name, known)
        return known
      }
      const running = inFlight.get(name)
      if (running) return running
      await allow()
      const begunMeanwhile = inFlight.get(name)
      if (begunMeanwhile) return begunMeanwhile
      const drawing = queue(asker, draw)
      inFlight.set(name, drawing)
      try {
        const picture = await drawing
        keep(name, picture)
        return picture
      } finally {
        inFlight.delete(name)
      }
    },
  }
}
