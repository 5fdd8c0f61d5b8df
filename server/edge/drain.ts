// Letting connections go before a stop, so that a proxy in front loses no request.
import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Gate } from './gate.ts'

// Longer than nginx keeps an idle connection to us (keepalive_timeout in deploy/nginx.conf): after it there is none
// left on which a request could cross the closing.
const DRAIN_MS = 1_500

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

/**
 * Says "not ready" and serves on, each answer the last of its connection, until nobody is connected or time is up. Then
 * the port closes, and those who are connected by then are still served.
 */
export async function drain(server: Server, gate: Gate, finishMs: number) {
  if (!server.listening) return
  gate.drain()
  const until = performance.now() + DRAIN_MS
  while (performance.now() < until && (await connectionsOf(server)) > 0) await wait(20)
  // Right after this turn has accepted all who waited at the port: closing it would cut them off unheard.
  await new Promise(setImmediate)
  const everybodyIsGone = new Promise((resolve) => server.close(resolve))
  await Promise.race([everybodyIsGone, wait(finishMs)])
}
