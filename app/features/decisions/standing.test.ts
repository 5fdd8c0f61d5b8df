import { expect, test } from 'vitest'
import type { Decision } from '../../../contract/moderation.ts'
import { standing } from './standing.ts'

const now = new Date('2026-11-16T12:00:00Z')
const decision = (reference: string, fields: Partial<Decision>): Decision => ({
  reference,
  act: 'hide',
  reason: 'spam',
  text: '',
  until: null,
  isAutomated: false,
  canObject: true,
  subject: { kind: 'event', id: 1, name: 'Knives' },
  createdAt: now.toISOString(),
  objection: null,
  ...fields,
})
const objection = { text: '', at: now.toISOString(), outcomeAt: null, answer: '', isBySamePerson: false }
const references = (decisions: Decision[]) => standing(decisions, now).map(({ reference }) => reference)

test('the last word about each thing holds, unless it was taken back or is over', () => {
  const other = { kind: 'event' as const, id: 2, name: 'Spoons' }
  const account = { kind: 'account' as const, id: 7, name: 'Nora' }
  expect(references([decision('a', {})])).toEqual(['a'])
  expect(references([decision('b', { act: 'restore' }), decision('a', {})])).toEqual([])
  expect(references([decision('b', {}), decision('a', { act: 'restore' })])).toEqual(['b'])
  expect(references([decision('b', { subject: other }), decision('a', {})])).toEqual(['b', 'a'])
  expect(references([decision('a', { objection: { ...objection, outcome: 'undone' } })])).toEqual([])
  expect(references([decision('a', { objection: { ...objection, outcome: 'kept' } })])).toEqual(['a'])
  expect(references([decision('b', { act: 'ask' }), decision('a', {})])).toEqual(['a'])
  const until = (time: string) => [decision('a', { act: 'suspend', subject: account, until: time })]
  expect(references(until('2026-11-16T11:59:00Z'))).toEqual([])
  expect(references(until('2026-11-16T12:01:00Z'))).toEqual(['a'])
})
