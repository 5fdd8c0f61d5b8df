// What the person concerned reads, whatever the browser does.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Decision } from '../../../contract/moderation.ts'
import { DecisionView } from './decision-view.tsx'

const decision: Decision = {
  reference: 'D-ABCDEFGHIJ',
  act: 'suspend',
  subject: { kind: 'account', id: 7, name: 'Nora B.' },
  reason: 'fraud',
  text: 'The venue knows nothing.',
  until: '2026-11-30T18:00:00Z',
  isAutomated: false,
  createdAt: '2026-11-16T12:00:00Z',
  canObject: true,
  objection: null,
}

const shown = (fields: Partial<Decision>) =>
  renderToStaticMarkup(<DecisionView decision={{ ...decision, ...fields }} onChange={() => undefined} />)

test('says what, why, which rule, by whom and until when, and how to object', () => {
  const html = shown({})
  for (const part of [
    ...['Your account is suspended', 'misleads people', 'No fraud', 'By a moderator', '30th Nov, 2026, 6:00 PM UTC'],
    ...['The venue knows nothing.', 'D-ABCDEFGHIJ', 'You can object once', '>Object<'],
  ])
    expect(html).toContain(part)
})

test('has no form once somebody has objected, and says what came of it', () => {
  const objection = {
    text: 'It is real.',
    at: '2026-11-17T12:00:00Z',
    answer: '',
    outcomeAt: null,
    isBySamePerson: false,
  }
  const waiting = shown({ canObject: false, objection: { ...objection, outcome: null } })
  expect(waiting).toContain('We’ll email you the outcome')
  expect(waiting).not.toContain('>Object<')
  const decided = shown({ canObject: false, objection: { ...objection, outcome: 'kept', isBySamePerson: true } })
  expect(decided).toContain('The decision stands.')
  expect(decided).toContain('There was no other moderator')
})
