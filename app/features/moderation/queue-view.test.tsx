import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { ReportKind } from '../../../contract/moderation-words.ts'
import { QueueCard } from './queue-view.tsx'

const nothing = () => undefined
const able = {
  askFor: nothing,
  leave: nothing,
  preload: nothing,
  isBusy: false,
  dialog: null,

  leaveUnreported: () => Promise.resolve(),
  release: () => Promise.resolve(),
}

const firstActFor = (kinds: ReportKind[]) => {
  const item = {
    subject: { kind: 'event' as const, id: 7, name: 'Record Fair' },
    by: { id: 1, name: 'Marta Keane' },
    event: null,
    reports: kinds.map((kind) => ({ kind, people: 1 })),

    said: null,
    reasons: [],
    points: 0,
    objection: null,
    isHidden: false,
    isInReview: false,
    since: '2026-11-18T08:00:00.000Z',
  }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <QueueCard item={item} able={able} />
    </MemoryRouter>,
  )
  return /<button[^>]*aria-label="([^"]+)"/.exec(html)?.[1]
}

test('wrong facts can be put right, so a change is asked for before anything is hidden', () => {
  expect(firstActFor(['facts'])).toBe('Ask for a change: Record Fair')
  expect(firstActFor(['facts', 'illegal'])).toBe('Hide: Record Fair')
  expect(firstActFor(['rules'])).toBe('Hide: Record Fair')
})
