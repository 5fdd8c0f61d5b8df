// A door without a network decides by app/door/verdict.ts, the server by replay_door_scans: here both are asked the same.
import { expect, test } from 'vitest'
import { GuestList } from '../app/door/guest-list.ts'
import { importKey, readScanned } from '../app/door/reading.ts'
import { judge } from '../app/door/verdict.ts'
import { night, send } from '../server/test-support/night.ts'

/** Every way in which a booking of up to three seats can be split and partly in; one more place was taken back. */
const CASES = [1, 2, 3].flatMap((seats) =>
  Array.from({ length: seats + 1 }, (_, sent) =>
    Array.from({ length: sent + 1 }, (_, friendsIn) =>
      Array.from({ length: seats - sent + 1 }, (_, ownIn) => ({ seats, sent, friendsIn, ownIn })),
    ),
  ).flat(2),
)

test('of every split of a booking, a door without a network admits what the server admits', async () => {
  const at = await night({ capacity: 200 })
  const door = await at.link('Main door')
  const codes: { what: string; code: string }[] = []
  for (const { seats, sent, friendsIn, ownIn } of CASES) {
    const ticket = await at.book(seats)
    const own = at.codeOf(ticket)
    const params = { ticketId: ticket.id }
    const share = () => at.guest.api.places.send({ params, body: { name: 'Aoife' } })
    const gone = await share()
    await at.guest.api.places.takeBack({ params: { ...params, placeId: gone.id } })
    const places = []
    for (let n = 0; n < sent; n++) places.push(await share())
    for (const place of places.slice(0, friendsIn)) await send(at, door, { code: place.code })
    if (ownIn > 0) await send(at, door, { code: own, seats: ownIn })
    const what = `${seats} seats, ${sent} sent, ${friendsIn} friends and ${ownIn} others in`
    codes.push({ what: `${what}: taken back`, code: gone.code })
    const [first, last] = [places[0], places.at(-1)]
    if (first) codes.push({ what: `${what}: first friend`, code: first.code })
    codes.push({ what: `${what}: booker`, code: own })
    if (last && last !== first) codes.push({ what: `${what}: last friend`, code: last.code })
  }
  at.clock.now = new Date(at.clock.now.getTime() + 60_000)

  const { list, key, event } = await door.api.get()
  const guests = new GuestList()
  guests.apply(list, true)
  const imported = await importKey(key)
  const offline: Record<string, string> = {}
  const online: Record<string, string> = {}
  for (const { what, code } of codes) {
    const reading = await readScanned(code, imported, guests.has)
    const place = reading ? guests.findPlace(reading.hash) : undefined
    const entry = guests.find({ hash: reading?.hash, ticketId: place?.ticketId })
    const sent = guests.sentOf(entry?.ticketId)
    const {
      kind,
      seats = 0,
      inside = 0,
    } = judge(reading, {
      entry,
      place,
      sent,
      scans: [],
      status: event.status,
      door: 'Main door',
      doorName: () => null,
    })
    offline[what] = kind === 'in' || kind === 'choose' ? `admitted ${seats - inside}` : `${kind} 0`
    const [result] = await send(at, door, { code, seats: 4 })
    online[what] = `${result?.verdict} ${result?.admitted}`
    // The next code of the same booking is asked with a list that knows of this one.
    guests.apply((await door.api.get()).list, true)
  }
  expect(offline).toEqual(online)
  expect(new Set(Object.values(online))).toEqual(
    new Set(['admitted 1', 'admitted 2', 'admitted 3', 'already-in 0', 'returned 0']),
  )
})

test('old codes of imported guests: hard ones open a door without a network, others only on links with search', async () => {
  const at = await night({ capacity: 20 })
  const codes = {
    'https://lu.ma/check-in/evt-1?pk=g-AbCdEfGhIjKlMnO': 'https://luma.com/check-in/evt-1?x=1&pk=g-AbCdEfGhIjKlMnO',
    k2vsn5xbhxq3cbgpmybnwqhb7tbrg4qq: 'k2vsn5xbhxq3cbgpmybnwqhb7tbrg4qq',
    // Ours, of another installation.
    TABCDEFGHJKMNPQRSTVWXYZ01234ABCDEFGHJKMNPQR: 'tabcd-efghj-kmnpq-rstvw-xyz01-234ab-cdefg-hjkmn-pqr',
    '0814847311126137001': '0814847311126137001',
    'TT-4F2A': 'TT-4F2A',
  }
  const rows = Object.keys(codes).map((code, n) => ({ name: `Guest ${n}`, code }))
  await at.creator.api.imports.guests({ params: { eventId: at.event.id }, body: { source: 'other', rows } })
  for (const mayAdd of [false, true]) {
    const door = await at.link('Door', mayAdd)
    const { list, key } = await door.api.get()
    const guests = new GuestList()
    guests.apply(list, true)
    const imported = await importKey(key)
    const opened = []
    for (const code of Object.values(codes)) {
      const reading = await readScanned(code, imported, guests.has)
      const entry = guests.find({ hash: reading?.hash })
      const known = { entry, sent: [], scans: [], status: 'published', door: 'Door', doorName: () => null } as const
      opened.push(judge(reading, known).kind)
    }
    expect(opened).toEqual(mayAdd ? ['in', 'in', 'in', 'in', 'in'] : ['in', 'in', 'in', 'unknown', 'unknown'])
  }
  // The server knows them all; a code of ours that was altered is none.
  const scanner = await at.link('Scanner', false)
  const altered = 'TABCDEFGHJKMNPQRSTVWXYZ01234ABCDEFGHJKMNPQS'
  const scanned = await send(at, scanner, ...[...Object.values(codes), altered].map((code) => ({ code })))
  expect(scanned.map(({ verdict }) => verdict)).toEqual([...Array<string>(5).fill('admitted'), 'unknown'])
})
