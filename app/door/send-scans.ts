// Sends scans, oldest first, of any link, until all are sent or the server does not respond.
import type { KeptScan } from './kept-scan.ts'
import { Refused, type DoorServer } from './server.ts'

// Small enough for a bad line, far below what the server takes at once.
const AT_ONCE = 100
/** Rejected by the server as malformed: sent again it would be rejected again. */
const HOPELESS = [400, 403, 413]

interface Options {
  server: DoorServer
  now: () => number
  /** Sent or refused; to be kept before the next are sent. */
  settle: (scans: KeptScan[]) => Promise<void>
}

async function sendBatch(scans: KeptScan[], { server, now }: Options): Promise<KeptScan[]> {
  const [first] = scans
  if (!first) return []
  const results = await server.send(first.token, scans, now())
  return scans.map((scan, at) => ({ ...scan, state: 'sent', result: results[at] }))
}

const refused = (scan: KeptScan): KeptScan => ({ ...scan, state: 'refused' })

export async function sendScans(unsent: readonly KeptScan[], options: Options): Promise<void> {
  for (const [, scans] of Map.groupBy(unsent, ({ token }) => token)) {
    let size = AT_ONCE
    for (let at = 0; at < scans.length;) {
      const batch = scans.slice(at, at + size)
      try {
        await options.settle(await sendBatch(batch, options))
        at += batch.length
      } catch (error) {
        const status = error instanceof Refused ? error.status : null
        // The link ended more than a day ago: they are no longer accepted.
        if (status === 401) {
          await options.settle(scans.slice(at).map(refused))
          break
        }
        if (status === null || !HOPELESS.includes(status)) throw error
        // One of them is wrong, and the others must not wait for it for ever.
        if (batch.length === 1) {
          await options.settle(batch.map(refused))
          at++
        } else size = 1
      }
    }
  }
}
