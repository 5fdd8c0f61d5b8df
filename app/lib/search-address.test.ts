import { expect, test } from 'vitest'
import { readParts, searchAddress } from './search-address.ts'

test('what is empty, or not ours, is not in the address', () => {
  expect(readParts('?q=+fiddle+&when=&place=Dublin&within=25&utm_source=mail')).toEqual({
    q: 'fiddle',
    place: 'Dublin',
    within: '25',
  })
  expect(readParts('?within=25&cursor=x')).toEqual({})
  expect(searchAddress({})).toBe('/events')
  expect(searchAddress({ place: 'Dublin', q: 'a b' })).toBe('/events?q=a+b&place=Dublin')
})

test('two fields of days become one part', () => {
  expect(readParts('?when=days&from=2026-11-20&to=2026-11-22')).toEqual({ when: '2026-11-20..2026-11-22' })
  expect(readParts('?when=days&from=2026-11-20&to=')).toEqual({ when: '2026-11-20..2026-11-20' })
  expect(readParts('?when=days&from=&to=')).toEqual({})
  expect(readParts('?when=weekend&from=2026-11-20&to=')).toEqual({ when: 'weekend' })
})
