// What other people's work does to the pages: a steady 200 pages a second from ready bytes, first alone, then while 20
// people a second sign in, 5 a second upload a picture (1600 x 1200, 0.15 MB) and bookings for one event run at half the
// rate that was measured just before. Quiet and busy take turns, three each of five seconds, medians of the p99: it
// differs by a quarter from run to run. All who ask share the two cores with the server and its database, so a bare route
// in a separate process, which does nothing but hand out the same bytes, is asked at the same time: what its p99 grows
// by is the machine's doing.
import { hash } from '@node-rs/argon2'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { bookAsPeople } from './bookings.ts'
import { prepare } from './booking-database.ts'
import { compressed } from './pages.ts'
import { COST, makePeople, PASSWORD, PEOPLE, signInRequest } from './sign-in.ts'
import type { Server, Stage } from './support/stage.ts'
import { getRequest, postRequest, startSteady, type SteadyOrder } from './support/steady.ts'
import { median, type Row } from './support/table.ts'

const PAGES_PER_SECOND = 200
const SIGN_INS_PER_SECOND = 20
const UPLOADS_PER_SECOND = 5
const ROUNDS = 3
const ROUND_MS = 5_000
const SETTLE_MS = 1_000

const addressOf = (n: number) => `10.2.${(n >> 8) & 255}.${n & 255}`

const aPicture = () =>
  sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#804020',
      noise: { type: 'gaussian', sigma: 12, mean: 128 },
    },
  })
    .blur(1.2)
    .jpeg({ quality: 85 })
    .toBuffer()

function startUploads(server: Server, tokens: string[], picture: Buffer) {
  const seen = { stored: 0, refused: 0 }
  let uploads = 0
  const upload = async () => {
    // Each account may upload 30 pictures an hour, each address call 600 times a minute.
    const n = uploads++
    const person = { authorization: `Bearer ${tokens[n % tokens.length]}`, 'x-forwarded-for': addressOf(n) }
    const query = new URLSearchParams({ fileName: 'hall.jpg', fileType: 'image/jpeg', fileSize: `${picture.length}` })
    const asked = await fetch(`${server.url}/api/s3/presigned-url?${query}`, {
      headers: person,
    })
    const { uploadUrl } = (await asked.json()) as { uploadUrl: string }
    const headers = { ...person, 'content-type': 'image/jpeg' }
    const stored = await fetch(new URL(uploadUrl, server.url), {
      method: 'PUT',
      headers,
      body: new Uint8Array(picture),
    })
    if (stored.ok) seen.stored++
    else seen.refused++
  }
  const timer = setInterval(() => void upload().catch(() => seen.refused++), 1000 / UPLOADS_PER_SECOND)
  return { seen, stop: () => clearInterval(timer) }
}

export async function benchTraffic(stage: Stage, say: (line: string) => void): Promise<Row[]> {
  await makePeople(stage.databaseUrl, await hash(PASSWORD, COST))
  const ground = await prepare(stage.databaseUrl)
  const picture = await aPicture()
  const server = await stage.product({ withMails: true })
  const { port } = server.ready
  const { tokens, hotEvent } = ground
  say('  how fast bookings go')
  const order = { port, tokens, eventIds: [hotEvent], people: 128, warmUpMs: 1_000, measureMs: 2_000 }
  const { perSecond: limit } = await bookAsPeople(order)

  const bookings = tokens.map((token, n) =>
    postRequest(
      '/api/tickets',
      `{"eventId":${hotEvent},"numberOfTickets":1}`,
      `authorization: Bearer ${token}\r\nx-forwarded-for: ${addressOf(n)}\r\nidempotency-key: {n}\r\n`,
    ),
  )
  const signIns = Array.from({ length: PEOPLE }, (_, n) => signInRequest(n))
  const others: Omit<SteadyOrder, 'port'>[] = [
    { requests: bookings, perSecond: limit / 2, connections: 200 },
    { requests: signIns, perSecond: SIGN_INS_PER_SECOND, connections: 20 },
  ]

  const paths = ['/', '/events', '/events/3000']
  const bare = await stage.bare()
  for (const path of paths) await bare.ask('take', { path, ...(await compressed(server.url + path)) })
  const requests = paths.map((path) => getRequest(path))
  const askFor = ({ ready }: Server) =>
    startSteady({ port: ready.port, requests, perSecond: PAGES_PER_SECOND, connections: 50 })
  const [pages, barePages] = [await askFor(server), await askFor(bare)]
  const bothReports = async () => {
    const [ours, bares] = await Promise.all([pages.report(), barePages.report()])
    return { ours: ours.p99, bare: bares.p99 }
  }
  const measure = async () => {
    await wait(SETTLE_MS)
    await bothReports()
    await wait(ROUND_MS)
    return bothReports()
  }
  const quiet: Awaited<ReturnType<typeof measure>>[] = []
  const busy: typeof quiet = []
  for (let round = 1; round <= ROUNDS; round++) {
    quiet.push(await measure())
    const uploads = startUploads(server, tokens, picture)
    const streams = await Promise.all(others.map((stream) => startSteady({ port, ...stream })))
    busy.push(await measure())
    const [booked, signedIn] = await Promise.all(streams.map((stream) => stream.report()))
    uploads.stop()
    await Promise.all(streams.map((stream) => stream.stop()))
    await wait(2_000)
    say(
      `  page p99 ${quiet.at(-1)?.ours.toFixed(2)} ms, then ${busy.at(-1)?.ours.toFixed(2)} ms (bare ${quiet.at(-1)?.bare.toFixed(2)}, then ${busy.at(-1)?.bare.toFixed(2)} ms) beside ${booked?.sent} bookings (p99 ${booked?.p99.toFixed(0)} ms ${JSON.stringify(booked?.others)}), ${signedIn?.sent} sign-ins (p99 ${signedIn?.p99.toFixed(0)} ms ${JSON.stringify(signedIn?.others)}), ${JSON.stringify(uploads.seen)} pictures`,
    )
  }
  await Promise.all([pages.stop(), barePages.stop()])
  await Promise.all([server.stop(), bare.stop()])
  const what = "page p99 beside other people's traffic"
  const of = (rounds: typeof quiet, whose: 'ours' | 'bare') => median(rounds.map((round) => round[whose]))
  const note = `a bare route in a process of its own: ${of(busy, 'bare').toFixed(2)} of ${of(quiet, 'bare').toFixed(2)} ms`
  return [{ what, figure: of(busy, 'ours'), unit: 'ms', limit: of(quiet, 'ours'), aim: { atMost: 1.5 }, note }]
}
