// Money at the door: asked for before somebody is let in, taken with one press, and sent as a scan is.
import { expect, test } from 'vitest'
import type { Guest } from '../../contract/door.ts'
import { drawn, guest, newServer, open } from './played-door.ts'

/** £12 a place, for so many places. */
function unpaid(n: number, seats = 1, { inside = 0, isTransfer = 0 } = {}): Guest {
  const [ticketId, hash, , , name, firstAt, by, places, end] = guest(n, seats, inside)
  return [ticketId, hash, seats, inside, name, firstAt, by, places, end, null, [1_200 * seats, isTransfer]]
}

async function paidDoor(...list: Guest[]) {
  const server = newServer(list)
  server.currency = 'GBP'
  return {
    ...(await open(list, { server })),
    sent: () => [...server.taken.values()].map(({ kind, amount }) => [kind, amount]),
  }
}

test('who has not paid is not let in by a scan; one press takes the money and lets them in', async () => {
  const { door, say, sent } = await paidDoor(unpaid(1))
  expect(await say(drawn(1))).toMatchObject({ kind: 'to-pay', toPay: { amount: 1_200, sum: '£12.00' } })
  await door.sync()
  expect(sent()).toEqual([])
  await door.pay()
  expect(door.view.shown?.verdict.kind).toBe('in')
  await door.sync()
  expect(sent()).toEqual([
    ['paid', 1_200],
    ['admit', undefined],
  ])
  // A second scan is somebody who is in, and has paid.
  expect(await say(drawn(1))).not.toHaveProperty('toPay')
})

test('without a network the money is kept with the scans, over a closed tab, and sent once', async () => {
  const { door, server, tab, sent } = await paidDoor(unpaid(1, 3))
  server.isAway = true
  await door.scan(drawn(1))
  await door.pay()
  // Three places: how many of them have come is asked next.
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'choose', seats: 3, inside: 0 })
  await door.admit(2)
  expect(door.view).toMatchObject({ unsent: 2, heads: 2 })
  const again = await tab(null)
  await again.scan(drawn(1))
  // It asks for the money no more, and lets the third one in.
  expect(again.view.shown?.verdict).toMatchObject({ kind: 'in' })
  server.isAway = false
  await again.sync()
  await again.sync()
  expect(sent()).toEqual([
    ['paid', 3_600],
    ['admit', undefined],
    ['admit', undefined],
  ])
  expect(again.view.unsent).toBe(0)
})

test('pressed twice it is taken once', async () => {
  const { door, sent } = await paidDoor(unpaid(1, 2))
  await door.scan(drawn(1))
  await Promise.all([door.pay(), door.pay()])
  await door.sync()
  expect(sent()).toEqual([['paid', 2_400]])
})

test('the ticket is valid: who pays later is let in, and the sum is still said', async () => {
  const { door, server, say } = await paidDoor(unpaid(1), unpaid(2, 1, { inside: 1 }), unpaid(3, 1, { isTransfer: 1 }))
  await say(drawn(1))
  door.letInUnpaid()
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'choose' })
  await door.admit(1)
  await door.sync()
  expect(server.taken.size).toBe(1)
  expect(await say(drawn(2))).toMatchObject({ kind: 'already-in', toPay: { sum: '£12.00' } })
  await door.pay()
  expect(door.view.shown?.verdict).toMatchObject({ kind: 'already-in' })
  expect(door.view.shown?.verdict).not.toHaveProperty('toPay')
  expect(await say(drawn(3))).toMatchObject({ kind: 'to-pay', toPay: { isTransfer: true } })
})

test('what the server did not record is said, and asked for again', async () => {
  const { door, server, say } = await paidDoor(unpaid(1))
  const [, hash] = unpaid(1)
  server.verdicts.set(hash, { verdict: 'unknown', admitted: 0, total: 0, seats: 0 })
  await say(drawn(1))
  await door.pay()
  await door.sync()
  const paid = door.view.recent.find(({ kind }) => kind === 'paid')
  expect(paid).toMatchObject({ state: 'sent', amount: 1_200, result: { verdict: 'unknown' } })
  expect(await say(drawn(1))).toMatchObject({ toPay: { amount: 1_200 } })
})

test('where nothing is paid nobody is asked for money', async () => {
  const { say } = await open([unpaid(1)])
  expect(await say(drawn(1))).toMatchObject({ kind: 'in' })
})
