import { expect, test } from 'vitest'
import { FairLine, type Waiting } from './fair-line.ts'

interface Named extends Waiting {
  name: string
}

let clock = 0
const one = (name: string): Named => ({ name, network: name.charAt(0), since: clock++, isGone: false })

function lineOf(...names: string[]) {
  const line = new FairLine<Named>()
  const all = names.map(one)
  for (const item of all) line.push(item)
  const order = () => {
    const served: string[] = []
    for (let next = line.shift(); next; next = line.shift()) served.push(next.name)
    return served.join(' ')
  }
  return { line, all, order }
}

test('networks take turns, and within one it is first come, first served', () => {
  expect(lineOf('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2').order()).toBe('a1 b1 c1 a2 b2 a3 a4')
})

test('it knows how many are served before a newcomer', () => {
  const { line } = lineOf('a1', 'a2', 'a3', 'b1')
  expect(line.ahead('a')).toBe(4)
  expect(line.ahead('b')).toBe(3)
  expect(line.ahead('z')).toBe(2)
  expect(new FairLine<Named>().ahead('z')).toBe(0)
})

test('those who hang up are skipped and not counted', () => {
  const { line, all, order } = lineOf('a1', 'a2', 'b1', 'b2')
  for (const item of [all[0]!, all[0]!, all[2]!, all[3]!]) line.leave(item)
  expect(line.size).toBe(1)
  expect(order()).toBe('a2')
  expect(line.size).toBe(0)
})

test('those who have waited for too long are taken out, wherever they stand', () => {
  clock = 0
  const { line, order } = lineOf('a1', 'b1', 'a2', 'b2')
  expect([...line.expired(2)].map(({ name }) => name)).toEqual(['a1', 'b1'])
  expect(line.size).toBe(2)
  expect(order()).toBe('a2 b2')
})

test('a network that comes again after it was empty has one turn, not two', () => {
  const { line, all, order } = lineOf('a1', 'b1', 'b2', 'b3')
  line.leave(all[0]!)
  line.push(one('a2'))
  line.push(one('a3'))
  expect(order()).toBe('a2 b1 a3 b2 b3')
})

test('tens of thousands pass through without being lost', () => {
  const names = Array.from({ length: 30_000 }, (_, n) => `${'abc'.charAt(n % 3)}${n}`)
  expect(lineOf(...names).order()).toBe(names.join(' '))
})
