import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Guest } from '../../contract/door.ts'
import { drawn, endOf, guest, hashOf, newServer, open } from './played-door.ts'

test('the last five characters of a code find the booking without a network, and a press lets in', async () => {
  const [ticketId, hash, , , name, firstAt, by, , end] = guest(1, 2)
  const places: NonNullable<Guest[7]> = [[hashOf(11), 0, 'Aoife', 7, drawn(11, 'place').slice(-5)]]
  const { door, server, tab } = await open([[ticketId, hash, 2, 0, name, firstAt, by, places, end], guest(2, 3)])
  server.isAway = true
  // Also after the tab was closed: the ends are kept with the list.
  const again = await tab(null)
  const found = again.findByEnd(`${endOf(2).slice(0, 2)} ${endOf(2).slice(2)}`.toLowerCase())
  expect(found).toMatchObject([{ entry: { ticketId: 2, name: 'Guest 2' } }])
  if (Array.isArray(found) && found[0]) again.choose(found[0])
  expect(again.view).toMatchObject({ shown: { verdict: { kind: 'choose', name: 'Guest 2', seats: 3 } }, unsent: 0 })
  await again.admit(3)
  expect(again.view).toMatchObject({ unsent: 1, heads: 3 })
  expect(again.findByEnd(drawn(11, 'place').slice(-5))).toMatchObject([{ place: { name: 'Aoife', id: 7 } }])
  // Neither more nor fewer.
  for (const text of [endOf(2).slice(1), drawn(2).slice(-6), '']) expect(door.findByEnd(text)).toBeNull()
})

test('several codes that end alike are listed by name, and one that was given back says so', async () => {
  const named = (n: number, name: string, seats: number): Guest => [
    n,
    hashOf(n),
    seats,
    0,
    name,
    null,
    null,
    [],
    endOf(1),
  ]
  const { door } = await open([named(1, 'Marek', 1), named(2, 'Ana', 1), named(3, 'Zoe', 0)])
  const found = door.findByEnd(endOf(1))
  expect(Array.isArray(found) && found.map(({ entry }) => entry.name)).toEqual(['Ana', 'Marek', 'Zoe'])
  if (Array.isArray(found) && found[2]) door.choose(found[2])
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'returned' })
})

test('after twenty ends within a minute that match nobody there is a pause, and names and whole codes go on', async () => {
  const { door, clock, say, server } = await open([guest(1, 1, 0, 'Marek')])
  server.isAway = true
  for (let n = 0; n < 20; n++) expect(door.findByEnd(endOf(100 + n))).toEqual([])
  expect(door.findByEnd(endOf(1))).toBe('paused')
  expect(door.search('mar')).toHaveLength(1)
  clock.now += 60_000
  expect(door.findByEnd(endOf(1))).toHaveLength(1)
  // A name of five letters is no guess.
  for (let n = 0; n < 30; n++) expect(door.findByEnd('marek')).toEqual([])
  expect(door.findByEnd(endOf(1))).toHaveLength(1)
  expect(await say(drawn(1))).toMatchObject({ kind: 'in' })
})

test('a whole code is typed on any link, also a short one of another system; a name that nobody has is none', async () => {
  const short = createHash('sha256').update('KL-77').digest().subarray(0, 10).toString('base64').replace(/=+$/, '')
  const { door } = await open([[1, short, 1, 0, 'Marek', null, null], guest(2)])
  for (const text of ['siobhan', 'zzzzz', '']) expect(await door.typed(text)).toBe(false)
  expect(door.view.shown).toBeNull()
  expect(await door.typed('KL-77')).toBe(true)
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'in', name: 'Marek' })
  expect(await door.typed(drawn(2).toLowerCase())).toBe(true)
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'in', name: 'Guest 2' })
})

test('a link that only scans takes no end of a code, and keeps none', async () => {
  const [ticketId, hash, seats, inside] = guest(1)
  const server = newServer([[ticketId, hash, seats, inside, null, null, null]])
  server.mayAdd = false
  const { door, device, say } = await open(server.list, { server })
  expect(door.findByEnd(endOf(1))).toBeNull()
  expect(await say(endOf(1))).toEqual({ kind: 'unknown' })
  expect(server.uploads).toBe(0)
  const kept = JSON.stringify([await device.storage.links(), await device.storage.lists()])
  expect([kept.includes(hash), kept.includes(endOf(1))]).toEqual([true, false])
})
