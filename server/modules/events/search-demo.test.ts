// What somebody types, and what they expect to find first among the demo events.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '../../db/seed/seed.ts'
import { openWorld, type World } from '../../test-support/world.ts'

let w: World
beforeAll(async () => {
  w = await openWorld()
  await seedDemo(w.deps.db, w.deps.storage, w.deps.clock())
})
afterAll(() => w.close())

const FIDDLE = 'The Lonesome Row - Fiddle Night'
const HOOK = 'Stories by Lamplight at the Hook'
const CHESS = 'Chess for People Who Lose at Chess'
const SOURDOUGH = 'Sourdough for People Who Gave Up'
const SHANTIES = 'Fish Supper and Sea Shanties'
const GHOSTS = 'Seven Doors: Ghost Stories on the Stairs'
const DRIZZLE = 'The Drizzle Orchestra - Songs for Bad Weather'
const AURORA = 'Norðurljós: Hot Pot, Cold Air'

test.each<[kind: string, q: string, first: string | null]>([
  ['a word of the title', 'fiddle', FIDDLE],
  ['in capitals', 'CHESS', CHESS],
  ['two words', 'silent book', 'Silent Book Club'],
  ['two words swapped', 'disco kitchen', 'Kitchen Disco: The Big One 🪩'],
  ['words far apart, swapped', 'chess people', CHESS],
  ['three words', 'songs bad weather', DRIZZLE],
  ['the whole title', 'Sourdough for People Who Gave Up', SOURDOUGH],
  ['a beginning', 'sourd', SOURDOUGH],
  ['two beginnings', 'fi ni', FIDDLE],
  ['beginnings, swapped', 'shan sup', SHANTIES],
  ['two letters', 'so', DRIZZLE],
  ['an artist', 'lonesome row', FIDDLE],
  ['an artist, by a beginning', 'drizz', DRIZZLE],
  ['an artist and what they play', 'stompers brass', 'The Water Tower Stompers - Rooftop Brass'],
  ['a venue', 'cobblestone', FIDDLE],
  ['a venue with an accent', 'palas', 'Galway Short Film Evening'],
  ['a venue with an apostrophe', 'riddles close', GHOSTS],
  ['the apostrophe typed', "riddle's close", GHOSTS],
  ['the apostrophe of a keyboard for that of a printer', "diggers' record", 'Crate Diggers’ Record Fair'],
  ['a name with an apostrophe left out', 'wynns hall', 'Irish Sign Language: Your First Hundred Signs'],
  ['a town', 'edinburgh', GHOSTS],
  ['a town with an accent left out', 'sao paulo', 'Bateria do Bairro - Roda de Samba'],
  ['a town and a word', 'lisbon tiles', 'Paint Four Tiles, Keep Three'],
  ['a word and a town, swapped', 'film galway', 'Galway Short Film Evening'],
  ['an accent left out', 'comhra', 'Gaeilge sa Bhaile: Ciorcal Comhrá'],
  ['letters of another alphabet', 'nordurljos', AURORA],
  ['accents that are there', 'Norðurljós', AURORA],
  ['an umlaut left out', 'ubergange', 'Die Übergänge - Ambient im Heizwerk'],
  ['a word that only the description has', 'bouzouki', FIDDLE],
  ['two words that only the description has', 'stubborn goat', HOOK],
  ['a word that only the artist’s description has', 'tugboat', 'Opera on the Quay'],
  ['the organiser’s name', 'aoife', FIDDLE],
  ['a slip: a letter left out', 'fidle', FIDDLE],
  ['a slip: a letter too many', 'balloonss', 'Balloons over Trim'],
  ['a slip: another letter', 'cheas', CHESS],
  ['a slip: two letters swapped', 'samab', 'Bateria do Bairro - Roda de Samba'],
  ['a slip: the first letter', 'kourdough', SOURDOUGH],
  ['two slips in a long word', 'lamplihgt stoires', HOOK],
  ['two slips in one long word', 'beekepper', 'Ask a Beekeeper Anything'],
  ['two slips: left out and swapped', 'orchesrta drizle', DRIZZLE],
  ['a slip and a beginning', 'fidle nig', FIDDLE],
  ['a slip in a word that only the description has', 'bouzuoki', null],
  ['a slip in a town', 'edinbrugh', GHOSTS],
  ['soon before late', 'brass', 'The Water Tower Stompers - Rooftop Brass'],
  ['title before description', 'opera', 'Opera on the Quay'],
  ['an emoji alone', '🪩', 'Kitchen Disco: The Big One 🪩'],
  ['what is over, where nothing else is', 'bonfire', 'Bonfire on the Strand'],
  ['nothing', 'xyzzy', null],
  ['two words that never meet: the rarer one', 'chess samba', 'Bateria do Bairro - Roda de Samba'],
  ['three letters are not forgiven', 'cgu', null],
])('%s: %s', async (_, q, first) => {
  const { items } = await w.visitor.events.list({ query: { q, limit: 24 } })
  expect(items[0]?.title ?? null).toBe(first)
})
