import { expect, test } from 'vitest'
import type { DoorState } from '../../contract/door.ts'
import { askedEarly, Refused, type DoorServer } from './server.ts'

function fakeServer(answer: () => Promise<DoorState>) {
  const asked: string[] = []
  const server: DoorServer = {
    read: (token, since) => {
      asked.push(`${token} ${since ?? 'whole'}`)
      return answer()
    },
    send: () => Promise.resolve([]),
  }
  return { server, asked }
}

const STATE = { revision: '7' } as DoorState

test('the list of a new link is asked for at once, and once', async () => {
  const { server, asked } = fakeServer(() => Promise.resolve(STATE))
  const early = askedEarly('new', server)
  expect(asked).toEqual(['new whole'])
  expect(await early.read('new')).toBe(STATE)
  expect(asked).toEqual(['new whole'])
  await early.read('new')
  await early.read('new', '7')
  expect(asked).toEqual(['new whole', 'new whole', 'new 7'])
})

test('nothing is asked early without a token, and what was asked early is for that link alone', async () => {
  const { server, asked } = fakeServer(() => Promise.resolve(STATE))
  expect(askedEarly(null, server)).toBe(server)
  expect(asked).toEqual([])
  await askedEarly('new', server).read('new', '7')
  await askedEarly('new', server).read('other')
  expect(asked).toEqual(['new whole', 'new 7', 'new whole', 'other whole'])
})

test('a refusal reaches who asks, however late', async () => {
  const { server } = fakeServer(() => Promise.reject(new Refused(401)))
  const early = askedEarly('ended', server)
  await new Promise((resolve) => setTimeout(resolve))
  await expect(early.read('ended')).rejects.toMatchObject({ status: 401 })
})
