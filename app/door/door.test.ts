import { expect, test } from 'vitest'
import { HOUR } from '../../contract/durations.ts'
import type { Guest } from '../../contract/door.ts'
import { codeFor, drawn, END, guest, hashOf, newServer, open } from './played-door.ts'
import { Refused } from './server.ts'

test('a code on the list is let in at once, and then is already in: when, by which door, how many', async () => {
  const { say, server, clock } = await open([guest(1), guest(2, 2, 2)])
  server.isAway = true
  const at = clock.now
  expect(await say(drawn(1))).toMatchObject({ kind: 'in', name: 'Guest 1', inside: 1, seats: 1 })
  const again = await say(drawn(1))
  expect(again).toMatchObject({ kind: 'already-in', inside: 1, seats: 1, door: 'Main door' })
  expect(again?.firstAt).toBeGreaterThanOrEqual(at)
  expect(await say(drawn(2))).toMatchObject({ kind: 'already-in', inside: 2, door: 'Side door', firstAt: END - HOUR })
})

test('four places, one in: asks how many, two now and the last later', async () => {
  const { say, door, server } = await open([guest(1, 4, 1)])
  server.isAway = true
  expect(await say(drawn(1))).toMatchObject({ kind: 'choose', seats: 4, inside: 1 })
  expect(door.view.unsent).toBe(0)
  await door.admit(2)
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'in', inside: 3 })
  expect(await say(drawn(1))).toMatchObject({ kind: 'in', inside: 4 })
  expect(await say(drawn(1))).toMatchObject({ kind: 'already-in', inside: 4 })
  expect(door.view).toMatchObject({ unsent: 2, heads: 3 })
})

test('booked after the list was loaded: amber without a network, green once the server has said so', async () => {
  const { say, door, server } = await open([])
  server.isAway = true
  expect(await say(drawn(5))).toMatchObject({ kind: 'unverified' })
  expect(await say(drawn(5))).toMatchObject({ kind: 'already-in', inside: 1 })
  await say(drawn(6))
  server.isAway = false
  await door.sync()
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'in', inside: 1 })
})

test('with a list of yesterday: on it in, booked since amber, given back since in until the server says so', async () => {
  const server = newServer([guest(1), guest(2)])
  const read = server.read.bind(server)
  const later = (time: string) => new Date(Date.parse(time) + 24 * HOUR).toISOString()
  // The event is tomorrow.
  server.read = async () => {
    const state = await read()
    const { event, door } = state
    return {
      ...state,
      event: { ...event, startTime: later(event.startTime), endTime: later(event.endTime) },
      door: { ...door, expiresAt: later(door.expiresAt) },
    }
  }
  const { say, door, clock } = await open(server.list, { server })
  server.isAway = true
  clock.now += 24 * HOUR
  expect(await say(drawn(1))).toMatchObject({ kind: 'in', name: 'Guest 1' })
  expect(await say(drawn(3))).toMatchObject({ kind: 'unverified' })
  expect(await say(drawn(2))).toMatchObject({ kind: 'in', name: 'Guest 2' })
  server.list = [guest(1), guest(2, 0), guest(3)]
  server.verdicts.set(hashOf(2), { verdict: 'returned', admitted: 0, total: 0, seats: 0 })
  server.isAway = false
  await door.sync()
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'returned' })
  expect(await say(drawn(2))).toMatchObject({ kind: 'returned' })
  expect([...server.taken.keys()]).toHaveLength(3)
})

test('a place sent to a friend lets in one seat of the booking, once, unless it was taken back', async () => {
  const [ticketId, hash, ...rest] = guest(1, 3)
  const places: NonNullable<Guest[7]> = [
    [hashOf(11), 0, 'Aoife', 7],
    [hashOf(12), 1, null, 8],
    [hashOf(13), 2, 'Cian', 9],
  ]
  const split: Guest = [ticketId, hash, rest[0], 1, rest[2], rest[3], rest[4], places]
  const { say, server, door } = await open([split])
  server.isAway = true
  expect(await say(drawn(11, 'place'))).toMatchObject({ kind: 'in', name: 'Aoife, with Guest 1', seats: 1, inside: 1 })
  expect(await say(drawn(11, 'place'))).toMatchObject({ kind: 'already-in', seats: 1, door: 'Main door' })
  expect(await say(drawn(12, 'place'))).toMatchObject({ kind: 'already-in', firstAt: null, name: 'Friend of Guest 1' })
  expect(await say(drawn(13, 'place'))).toMatchObject({ kind: 'returned' })
  // Undone, it counts nothing.
  const [scan] = door.view.recent
  await door.undo(scan?.id ?? '')
  expect(await say(drawn(11, 'place'))).toMatchObject({ kind: 'in', inside: 1 })
  // The booker comes in with the booking's own code, which is for what was not sent.
  expect(await say(drawn(1))).toMatchObject({ kind: 'in', name: 'Guest 1', seats: 1, inside: 1 })
  expect(await say(drawn(1))).toMatchObject({ kind: 'already-in', seats: 1, inside: 1 })
  expect(door.nameOf({ hash: hashOf(11), ticketId })).toBe('Aoife, with Guest 1')
  // Sent after the list was loaded: amber, by its authentication code.
  expect(await say(drawn(14, 'place'))).toMatchObject({ kind: 'unverified' })
})

test('who booked is let in only with what was not sent, and friends are found by their own names', async () => {
  const [ticketId, hash, , , name, firstAt, door] = guest(1, 3)
  const places: NonNullable<Guest[7]> = [[hashOf(11), 0, 'Aoife', 7]]
  const opened = await open([[ticketId, hash, 3, 0, name, firstAt, door, places], guest(2)])
  opened.server.isAway = true
  expect(await opened.say(drawn(1))).toMatchObject({ kind: 'choose', seats: 2, inside: 0 })
  await opened.door.admit(2)
  expect(await opened.say(drawn(1))).toMatchObject({ kind: 'already-in', seats: 2, inside: 2 })
  const [aoife] = opened.door.search('aoi')
  if (aoife) opened.door.choose(aoife)
  expect(opened.door.view.shown).toMatchObject({
    verdict: { kind: 'choose', name: 'Aoife, with Guest 1', seats: 1, inside: 0 },
    target: { placeId: 7, ticketId: 1 },
  })
  await opened.door.admit(1)
  expect(await opened.say(drawn(11, 'place'))).toMatchObject({ kind: 'already-in', door: 'Main door' })
})

test('who sent every place has none to come in with, and without names a friend’s place is called that', async () => {
  const places: NonNullable<Guest[7]> = [[hashOf(11), 0]]
  const { say, server } = await open([[1, hashOf(1), 1, 0, null, null, null, places]])
  server.isAway = true
  expect(await say(drawn(1))).toMatchObject({ kind: 'already-in', seats: 0 })
  expect(await say(drawn(11, 'place'))).toMatchObject({ kind: 'in', name: 'Friend’s place' })
})

test('an altered, forged or foreign code is unknown, and a mailed one is right when it is on the list', async () => {
  const { say, server } = await open([guest(1)])
  server.isAway = true
  const code = drawn(1)
  for (const wrong of [code.slice(0, -1) + (code.endsWith('0') ? '4' : '0'), drawn(1, 'ticket', Buffer.alloc(32))])
    expect(await say(wrong)).toEqual({ kind: 'unknown' })
  expect(await say(drawn(9, 'ticket', Buffer.alloc(32)))).toEqual({ kind: 'unknown' })
  expect(await say(codeFor(9))).toEqual({ kind: 'unknown' })
  expect(await say('https://example.org/')).toEqual({ kind: 'unknown' })
  expect(await say(codeFor(1))).toMatchObject({ kind: 'in' })
})

test('given back, cancelled and the waiting list each have their own word', async () => {
  const { say, server, door } = await open([guest(1, 0), guest(2)])
  server.isAway = true
  await door.sync()
  expect(await say(drawn(1))).toMatchObject({ kind: 'returned' })
  expect(await say(drawn(3, 'waiting'))).toEqual({ kind: 'waiting-list' })
  expect(await say(drawn(3, 'waiting', Buffer.alloc(32)))).toEqual({ kind: 'unknown' })
  server.isAway = false
  server.status = 'cancelled'
  await door.sync()
  expect(await say(drawn(2))).toMatchObject({ kind: 'cancelled' })
})

test('a code that is not here is asked about while there is a network, and no other QR code is', async () => {
  const { say, server, door } = await open([])
  server.verdicts.set(hashOf(8), { verdict: 'other-event', total: 0, seats: 0 })
  expect(await say(drawn(8, 'ticket', Buffer.alloc(32)))).toMatchObject({ kind: 'other-event' })
  const { uploads } = server
  expect(await say('WIFI:S:home;P:secret;;')).toEqual({ kind: 'unknown' })
  expect(server.uploads).toBe(uploads)
  expect(door.view.unsent).toBe(0)
})

test('what another door was quicker with turns the verdict', async () => {
  const { say, door, server } = await open([guest(1)])
  server.verdicts.set(hashOf(1), {
    verdict: 'already-in',
    admitted: 0,
    total: 1,
    seats: 1,
    firstAt: new Date(END - HOUR).toISOString(),
    door: 'Side door',
  })
  await say(drawn(1))
  await door.sync()
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'already-in', door: 'Side door', firstAt: END - HOUR })
})

test('thirty scans survive a tab that was killed, and arrive once each', async () => {
  const list = Array.from({ length: 30 }, (_, n) => guest(n + 1))
  const { say, server, tab, door } = await open(list)
  server.isAway = true
  for (let n = 1; n <= 30; n++) await say(drawn(n))
  expect(door.view.unsent).toBe(30)
  const again = await tab(null)
  expect(again.view).toMatchObject({ phase: 'ready', unsent: 30, guests: 30, heads: 30 })
  server.isAway = false
  await Promise.all([again.sync(), door.sync()])
  expect(again.view.unsent).toBe(0)
  expect(server.taken.size).toBe(30)
})

test('an undo gives the seat back here and is sent after its scan, with its reason', async () => {
  const { say, server, door } = await open([guest(1)])
  server.isAway = true
  await say(drawn(1))
  const id = door.view.shown?.scanId ?? ''
  await door.undo(id, 'Wrong person')
  await door.undo(id)
  expect(door.view).toMatchObject({ shown: null, undone: 'Guest 1 +1', unsent: 2, heads: 0 })
  expect(await say(drawn(1))).toMatchObject({ kind: 'in' })
  expect(door.view.undone).toBeNull()
  server.isAway = false
  await door.sync()
  expect([...server.taken.values()].map(({ kind, reason }) => [kind, reason])).toEqual([
    ['admit', undefined],
    ['undo', 'Wrong person'],
    ['admit', undefined],
  ])
})

test('an undo without a network frees only what its own scan counted', async () => {
  const { say, door, server } = await open([guest(1), guest(2, 3)])
  // Another door was quicker: of these scans the server counts nothing, and one of three.
  server.verdicts.set(hashOf(1), { verdict: 'already-in', admitted: 0, total: 1, seats: 1 })
  server.verdicts.set(hashOf(2), { verdict: 'admitted', admitted: 1, total: 3, seats: 3 })
  await say(drawn(1))
  await say(drawn(2))
  await door.admit(3)
  await expect.poll(() => door.view.unsent).toBe(0)
  server.list = [guest(1, 1, 1), guest(2, 3, 3)]
  await door.sync()
  const heads = door.view.heads
  server.isAway = true
  for (const { id } of door.view.recent) await door.undo(id)
  expect(await say(drawn(1))).toMatchObject({ kind: 'already-in', inside: 1 })
  expect(door.view.heads).toBe(heads - 1)
  expect(await say(drawn(2))).toMatchObject({ kind: 'in', seats: 3, inside: 3 })
  expect(await say(drawn(2))).toMatchObject({ kind: 'already-in' })
})

test('walk-ins use up the free seats, and search finds from two letters on', async () => {
  const { door, server } = await open([guest(1, 1, 0, 'Óisín O’Brien'), guest(2, 2, 0, 'Ana Silva')])
  server.isAway = true
  expect(door.view.seatsLeft).toBe(1)
  await door.walkIn('Brían', 1, false)
  expect(door.view).toMatchObject({ seatsLeft: 0, heads: 1 })
  expect(door.search('o')).toEqual([])
  expect(door.search('ois bri').map(({ entry }) => entry.ticketId)).toEqual([1])
  const [ana] = door.search('SIL')
  if (ana) door.choose(ana)
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'choose', seats: 2, name: 'Ana Silva' })
  expect(door.view.unsent).toBe(1)
})

test('what was sent counts until the server’s own counts are here', async () => {
  const { door, server } = await open([guest(1)])
  const read = server.read.bind(server)
  server.read = () => Promise.reject(new Refused(503))
  await door.walkIn('Brían', 1, false)
  await door.sync()
  expect(door.view).toMatchObject({ seatsLeft: 0, heads: 1, unsent: 0 })
  server.read = read
  await door.sync()
  // Theirs alone, which know nothing of walk-ins here.
  expect(door.view).toMatchObject({ seatsLeft: 1, heads: 0 })
})

test('one scan that the server cannot read does not hold up the others', async () => {
  const { say, server, door } = await open([guest(1), guest(2)])
  server.isAway = true
  await say(drawn(1))
  await say(drawn(2))
  server.isAway = false
  const send = server.send.bind(server)
  server.send = async (token, scans) => {
    if (scans.some(({ hash }) => hash === hashOf(1))) throw new Refused(400)
    return send(token, scans)
  }
  await door.sync()
  expect(door.view).toMatchObject({ unsent: 0, refused: 1 })
  expect(server.taken.size).toBe(1)
})

test('at a 401 the device erases list and key once its scans are sent', async () => {
  const { say, server, door, device, tab } = await open([guest(1)])
  server.isAway = true
  await say(drawn(1))
  server.isAway = false
  server.readStatus = 401
  server.sendStatus = 503
  await door.sync()
  expect(door.view).toMatchObject({ phase: 'ready', unsent: 1 })
  server.sendStatus = 200
  await door.sync()
  expect(door.view).toMatchObject({ phase: 'erased', guests: 0, unsent: 0 })
  expect(device.isEmpty()).toBe(true)
  expect((await tab(null)).view.phase).toBe('no-link')
})

test('twelve hours after the end it erases itself, by the server’s clock and not by a wrong one', async () => {
  const ahead = 14 * HOUR
  const { door, clock, server, device } = await open([guest(1)], { at: END - 2 * HOUR + ahead })
  expect(door.view.phase).toBe('ready')
  server.isAway = true
  clock.now = END + 12 * HOUR + ahead - 60_000
  await door.sync()
  expect(door.view.phase).toBe('ready')
  clock.now = END + 12 * HOUR + ahead + 60_000
  await door.sync()
  expect(door.view.phase).toBe('erased')
  expect(device.isEmpty()).toBe(true)
})

test('a new link takes over, and what was scanned with the old one is still sent', async () => {
  const { say, server, tab, device } = await open([guest(1)])
  server.isAway = true
  await say(drawn(1))
  const door = await tab('another-token')
  expect(door.view).toMatchObject({ phase: 'loading', unsent: 1 })
  server.isAway = false
  await door.sync()
  expect(door.view).toMatchObject({ phase: 'ready', unsent: 0 })
  expect([...server.taken.values()].map(({ token }) => token)).toEqual(['a-token'])
  expect((await device.storage.links()).map(({ token }) => token)).toEqual(['another-token'])
})

test('people on standby are let in in order by one press, offline too, and their code says standby until then', async () => {
  const onStandby = (n: number, seats: number, turn: number) => [...guest(n, 0), [seats, turn]] as unknown as Guest
  const { say, door, server } = await open([onStandby(1, 2, 9), guest(2), onStandby(3, 1, 4)])
  server.isAway = true
  expect(await say(drawn(1))).toMatchObject({ kind: 'standby', seats: 2 })
  expect(door.view.unsent).toBe(0)
  expect(door.standby().map(({ ticketId }) => ticketId)).toEqual([3, 1])
  const [next] = door.standby()
  await door.letInFromStandby(next!)
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'in', name: 'Guest 3' })
  expect(door.view.recent[0]).toMatchObject({ kind: 'admit', over: true, seats: 1 })
  expect(door.standby().map(({ ticketId }) => ticketId)).toEqual([1])
  expect(await say(drawn(3))).toMatchObject({ kind: 'already-in' })
  expect(door.search('guest 1')).toHaveLength(1)
})
