// Draining connections before a stop, so that a proxy in front loses no request.
import type { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Gate } from './gate.ts'

// Longer than nginx keeps an idle connection to us (keepalive_timeout in deploy/nginx.conf): after it there is none
// left on which a request could cross the closing.
const DRAIN_MS = 1_500

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

const nobodyIsConnected = async (servers: Server[]) =>
  (await Promise.all(servers.map(connectionsOf))).every((count) => count === 0)

/** Each turn accepts one waiting connection per socket: closing the socket would drop them. */
async function acceptEverybody(servers: Server[]) {
  let accepted = true
  const note = () => (accepted = true)
  for (const server of servers) server.on('connection', note)
  while (accepted) {
    accepted = false
    await new Promise(setImmediate)
  }
  for (const server of servers) server.off('connection', note)
}

/**
 * Says "not ready" and serves on, each answer the last of its connection, until nobody is connected or time is up. Then
 * the port closes, and those who are connected by then are still served.
 */
export async function drain(servers: Server[], gate: Gate, finishMs: number) {
  const listening = servers.filter((server) => server.listening)
  if (listening.length === 0) return
  gate.drain()
  const until = performance.now() + DRAIN_MS
  while (performance.now() < until && !(await nobodyIsConnected(listening))) await wait(20)
  await acceptEverybody(listening)
  const closing = listening.map((server) => new Promise((resolve) => server.close(resolve)))
  await Promise.race([Promise.all(closing), wait(finishMs)])
}
