// node scripts/posters/contact-sheet.ts sheet.png: 24 posters as they come from titles, to be looked at.
import sharp from 'sharp'
import { posterSeedOf } from '../../contract/poster.ts'
import { drawPoster } from '../../server/posters/draw.ts'

const TITLES = [
  ...['Fiddle Night', 'Kids Disco', 'Parish Bingo', 'Sea Swim at Dawn', 'Pub Quiz', 'Book Club', 'Sourdough for All'],
  ...['Open Mic', 'Yoga in the Park', 'Five-a-side', 'Karaoke Thursday', 'Tag Rugby', 'Life Drawing', 'Trad Session'],
  ...['Startup Breakfast', 'Drag Brunch', 'Beach Clean', 'Chess Night', 'Salsa Beginners', 'Whiskey Tasting'],
  ...['Céilí Mór', 'Flea Market', 'Stargazing', 'Board Games and Tea'],
]
const COLUMNS = 4
const GAP = 16

const [, , path = 'contact-sheet.png', from = ''] = process.argv
const posters = await Promise.all(TITLES.map((title) => drawPoster(posterSeedOf(from + title), 400)))
const rows = Math.ceil(posters.length / COLUMNS)
const sheet = sharp({
  create: { width: COLUMNS * (400 + GAP), height: rows * (225 + GAP), channels: 3, background: '#ffffff' },
})
const places = posters.map((input, index) => ({
  input,
  left: (index % COLUMNS) * (400 + GAP),
  top: Math.floor(index / COLUMNS) * (225 + GAP),
}))
await sheet.composite(places).png().toFile(path)
console.log(`${posters.length} posters, the largest ${Math.max(...posters.map(({ length }) => length))} bytes: ${path}`)
