import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PastEventsSoon } from './slot.tsx'

test('Past Events is a disabled button that is coming soon', () => {
  expect(renderToStaticMarkup(<PastEventsSoon />)).toMatch(/<button[^>]*disabled[^>]*>Past Events<.*Coming Soon/)
})
