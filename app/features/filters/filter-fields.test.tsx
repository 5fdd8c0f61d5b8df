import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { queryOf, readParts } from '../../lib/search-address.ts'
import { FilterFields } from './filter-fields.tsx'

/** What a browser would submit of this form. */
function sent(html: string): URLSearchParams {
  const params = new URLSearchParams()
  for (const [, attributes = ''] of html.matchAll(/<input([^>]*)>/g)) {
    const name = /name="(\w+)"/.exec(attributes)?.[1]
    const isLeftOut = attributes.includes('type="checkbox"') && !attributes.includes('checked=""')
    if (name && !isLeftOut) params.append(name, /value="([^"]*)"/.exec(attributes)?.[1] ?? '')
  }
  for (const [, name = '', options = ''] of html.matchAll(/<select[^>]*name="(\w+)"[^>]*>(.*?)<\/select>/gs)) {
    const chosen = /<option value="([^"]*)" selected=""/.exec(options)?.[1]
    params.append(name, chosen ?? /<option value="([^"]*)"/.exec(options)?.[1] ?? '')
  }
  return params
}

test.each([
  'when=weekend&place=Dublin&within=25&seats=1',
  'when=2026-11-20..2026-11-22&kind=online&sort=newest',
  'near=53.3%2C-6.3&within=33&sort=nearest',
  'q=fiddle&category=music&sort=date',
  // No field offers these, but an address can have them.
  'category=music%2Cfilm',
  'when=past',
  'when=upcoming&seats=4',
  'place=Dublin&within=60',
])('changing one filter keeps the others: %s', (query) => {
  const html = renderToStaticMarkup(<FilterFields parts={readParts(query)} />)
  expect(queryOf(readParts(sent(html)))).toBe(query)
})

test.each(['when=soon', 'category=music%2Cnoise', 'category=x'])('what makes no sense is no choice: %s', (query) => {
  const html = renderToStaticMarkup(<FilterFields parts={readParts(query)} />)
  expect(queryOf(readParts(sent(html)))).toBe('')
})
