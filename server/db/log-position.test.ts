import type pg from 'pg'
import { expect, test } from 'vitest'
import { isReached, nodePositions } from './log-position.ts'

type Answer = pg.QueryResult<{ node: unknown; lsn: unknown; timeline: unknown }>
const told = (node: string, timeline: number, lsn: string) => ({ rows: [{ node, timeline, lsn }] }) as Answer

test('a replica whose leader has died is where it said it was, and not at its last restart point', () => {
  const positionOf = nodePositions()
  const needed = { timeline: 2, lsn: 0x500n }
  positionOf(told('first', 2, '0/480'))
  // Nothing is received any more: the timeline of before the switchover.
  expect(isReached(positionOf(told('first', 1, '0/500')), needed)).toBe(true)
  expect(isReached(positionOf(told('second', 1, '0/900')), needed)).toBe(false)
})

test('a node that follows a newer leader is on the newer timeline', () => {
  const positionOf = nodePositions()
  positionOf(told('first', 2, '0/480'))
  expect(positionOf(told('first', 3, '0/500'))).toEqual({ timeline: 3, lsn: 0x500n })
})
