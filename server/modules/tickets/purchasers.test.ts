import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type Person, type World } from '../../test-support/world.ts'
import { purchasersCsv } from './purchasers-csv.ts'
import { readPurchases } from './queries.ts'

let w: World
let creator: Person

beforeAll(async () => {
  w = await openWorld()
  creator = await w.person()
})
afterAll(() => w.close())

const download = (eventId: number, token: string) =>
  w.app.inject({
    url: `/api/events/${eventId}/download-ticket-purchasers`,
    headers: { authorization: `Bearer ${token}` },
  })

test('the CSV is right for spreadsheet programs: quotes, commas, umlauts, formulas', async () => {
  const event = await w.event(creator)
  const names = [
    ['Jürgen', 'Müller, "Juppi"'],
    ['=HYPERLINK("http://evil.example","x")', '@SUM(A1)'],
    ['+353', '-1'],
    // Where a comma is the decimal sign, Excel separates columns by semicolons.
    ['x;=2+5;', 'a\t=1+1'],
    ['王', "O'Brien"],
  ]
  const rows: string[] = []
  for (const [firstName, lastName] of names) {
    const person = await w.person({ firstName, lastName })
    const ticket = await person.api.tickets.book({ body: { eventId: event.id, numberOfTickets: 2 } })
    rows.push(`${person.email},2,${ticket.createdAt}`)
  }
  const response = await download(event.id, creator.token)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers['content-disposition']).toBe(`attachment; filename="ticket-purchasers-${event.id}.csv"`)
  // The byte order mark, without which Excel reads umlauts wrongly.
  expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(response.body.replace('\uFEFF', '').split('\r\n')).toEqual([
    'First name,Last name,Email,Tickets,Booked at',
    `Jürgen,"Müller, ""Juppi""",${rows[0]}`,
    `"'=HYPERLINK(""http://evil.example"",""x"")",'@SUM(A1),${rows[1]}`,
    `'+353,'-1,${rows[2]}`,
    `x;'=2+5;,a\t'=1+1,${rows[3]}`,
    `王,O'Brien,${rows[4]}`,
    '',
  ])
})

test('an event that nobody has booked gives the header row alone', async () => {
  const event = await w.event(creator)
  const { body } = await download(event.id, creator.token)
  expect(body).toBe('\uFEFFFirst name,Last name,Email,Tickets,Booked at\r\n')
})

test('only the creator may download it', async () => {
  const event = await w.event(creator)
  const stranger = await w.person()
  expect((await download(event.id, stranger.token)).statusCode).toBe(403)
  expect((await download(event.id, '')).statusCode).toBe(401)
  expect((await download(999_999_999, creator.token)).statusCode).toBe(404)
})

/** What is still in use, without what waits to be collected. */
function heldMegabytes(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

test('100,000 purchasers are streamed whole and in bounded memory', async () => {
  const { db } = w.deps
  const event = await w.event(creator, { capacity: 100_000, ticketsSold: 100_000 })
  // In portions: the product's own time limit for a statement holds here too.
  for (let from = 1; from <= 100_000; from += 10_000) {
    await db.execute(sql`
      with people as (
        insert into users (email, first_name, last_name)
        select 'many' || ${event.id}::int || '-' || n || '@example.org', 'Many', repeat('x', 80)
        from generate_series(${from}::int, ${from + 9_999}::int) n returning id)
      insert into tickets (event_id, user_id, number_of_tickets) select ${event.id}, id, 1 from people`)
  }
  const csv = purchasersCsv(readPurchases(db, event.id))
  let lines = 0
  let chunks = 0
  let highest = 0
  const before = heldMegabytes()
  for await (const chunk of csv) {
    for (const byte of chunk as Buffer) if (byte === 0x0a) lines++
    if (chunks++ % 20 === 0) highest = Math.max(highest, heldMegabytes())
    // A reader that is slower than the database.
    await turn()
  }
  expect(lines).toBe(100_001)
  // All 100,000 rows would be 40 MB and more.
  expect(highest - before).toBeLessThan(15)
})
