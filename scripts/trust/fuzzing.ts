// Thousands of generated requests over real HTTP at a real server.
import { request } from 'node:http'
import { fuzzCall, fuzzedEndpoints, type FuzzSender } from '../../server/test-support/fuzz.ts'
import type { Scenario } from './scenario.ts'
import { Stack } from './stack.ts'

const RUNS_A_CALL = 1_000

const JSON_LIMIT = 256 * 1024
const CUT_OFF = {
  status: 413,
  headers: { 'x-content-type-options': 'nosniff' },
  body: '{"statusCode":413,"message":"cut"}',
}

const senderTo =
  (port: number): FuzzSender =>
  (method, { path, headers, body }) =>
    new Promise((resolve, reject) => {
      // Said in any case: to a GET Node adds none, and its body would be read as the next request.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length }, timeout: 30_000 }
      const asked = request(options, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
        response.on('error', reject)
      })
      asked.on('error', (error: NodeJS.ErrnoException) => {
        // A body beyond the limit is answered and cut off; who still writes may see the cut before the answer.
        const isCut = error.code === 'ECONNRESET' || error.code === 'EPIPE'
        if (isCut && body && Buffer.byteLength(body) > JSON_LIMIT) resolve(CUT_OFF)
        else reject(error)
      })
      asked.end(body)
    })

const reasonOf = (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message).slice(0, 200)

const fuzz = () =>
  Stack.with(async (stack) => {
    const server = await stack.server({ FEATURES: 'all' })
    const [account] = await stack.accounts(1)
    const eventId = await stack.event(account!, 1_000_000)
    const [draft] = await stack.postgres.query<{ id: number }>(
      `insert into events (creator_id, title, description, venue, start_time, end_time, time_zone, capacity)
       select creator_id, title, description, venue, start_time, end_time, time_zone, 5 from events where id = $1 returning id`,
      [eventId],
    )
    const door = await fetch(`${server.url}/api/events/${eventId}/door-links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account!.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Door', mayAdd: true }),
    }).then((response) => response.json() as Promise<{ id: number; token: string }>)
    const scene = {
      eventId,
      bookedId: eventId,
      draftId: draft?.id ?? 0,
      // The first booking that is made.
      ticketId: 1,
      fullId: eventId,
      pictureKey: 'events/a.webp',
      creatorEmail: 'a@example.org',
      creatorId: 1,
      doorToken: door.token,
      doorLinkId: door.id,
      managerId: 1,
    }
    const lost: string[] = []
    let thrown = 0
    for (const endpoint of fuzzedEndpoints) {
      const options = { send: senderTo(server.port), runs: RUNS_A_CALL, token: account!.token, scene }
      await fuzzCall(endpoint, options).then(
        (count) => (thrown += count),
        (error: Error) => lost.push(`${endpoint.method} ${endpoint.path}: ${reasonOf(error)}`),
      )
    }
    const alive = await fetch(`${server.url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    return {
      times: `${thrown} requests at ${fuzzedEndpoints.length} calls`,
      seen: 'never a 5xx, a stack or SQL; the process stayed up',
      lost: [...lost, ...(alive ? [] : ['the process is down'])],
    }
  })

export const fuzzing: Scenario[] = [{ name: 'fuzz', did: 'generated requests, valid to wild', run: fuzz }]
