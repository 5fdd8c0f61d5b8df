import { describe, expect, test } from 'vitest'
import { bigChanges, type Edited } from './big-edit.ts'

const before: Edited = {
  title: 'Fiddle Night',
  description: 'Bring a fiddle. https://cobblestone.example/sessions',
  venue: 'The Cobblestone, Dublin',
  artistDescription: null,
  organizerDescription: null,
  bookingUrl: null,
  isVirtual: false,
  latitude: 53.35,
  longitude: -6.28,
}
const changes = (change: Partial<Edited>) => bigChanges(before, { ...before, ...change })

describe('an edit is big', () => {
  test.each<[string, Partial<Edited>, string[]]>([
    ['when the title is another one', { title: 'Crypto Millionaires Meetup' }, ['changed-title']],
    ['when it links to another website', { description: 'See https://win.example' }, ['changed-links']],
    ['when a redirect leads to another website', { organizerDescription: 'bit.ly/x' }, ['changed-links']],
    ['when it moves to another town', { venue: 'Cork', latitude: 51.9, longitude: -8.47 }, ['changed-place']],
    ['when it is no longer in a place', { isVirtual: true }, ['changed-place']],
    [
      'when nobody knows where both places are',
      { venue: 'Somewhere', latitude: null, longitude: null },
      ['changed-place'],
    ],
    [
      'when all is new',
      { title: 'X', description: 'win.example', isVirtual: true },
      ['changed-title', 'changed-links', 'changed-place'],
    ],
  ])('%s', (_when, change, expected) => expect(changes(change)).toEqual(expected))
})

describe('an edit is small', () => {
  test.each<[string, Partial<Edited>]>([
    ['when nothing has changed', {}],
    ['when a typing error is mended', { title: 'Fidle Night' }],
    ['when the title goes on', { title: 'Fiddle Night with Nora' }],
    ['when only accents and capitals differ', { title: 'FÍDDLE NIGHT!' }],
    ['when the text is rewritten', { description: 'Come all. https://www.cobblestone.example/menu' }],
    ['when a link is taken out', { description: 'Bring a fiddle.' }],
    ['when it is in the pub next door', { venue: 'The Brazen Head, Dublin', latitude: 53.345, longitude: -6.27 }],
    [
      'when the house is spelled better',
      { venue: 'The Cobblestone, Smithfield, Dublin', latitude: null, longitude: null },
    ],
  ])('%s', (_when, change) => expect(changes(change)).toEqual([]))
})
