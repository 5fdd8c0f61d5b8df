import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
// subset-font brings no types.
const subsetFont = require('subset-font') as (font: Buffer, text: string, options: object) => Promise<Buffer>
const sourceOf = (script: string) =>
  require.resolve(`@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${script}-wght-normal.woff2`)
const target = (name: string) => new URL(`../app/fonts/${name}.woff2`, import.meta.url)

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

// Letters that the file does not have are left out by the subsetter without a word.
const letters =
  range(0x20, 0x7e) + range(0xa0, 0xff) + range(0x100, 0x17f) + '–—‘’‚“”„…·•→←↑↓×−£€©®™′″‹›\u2009\u200a\u202f\u2011'

// Polish, Czech, Turkish, Welsh, Vietnamese names: fetched where a page has one of them (app/styles/tokens.css has the same
// ranges).
const furtherLetters =
  range(0x100, 0x130) + range(0x132, 0x151) + range(0x154, 0x24f) + range(0x1e00, 0x1e9f) + range(0x1ef2, 0x1eff)

// tnum: prices and times stand in columns. The rest is what text needs to be set well.
const keepFeatures = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum']

// The source has wght alone (opsz and wdth are fixed in it); the scale uses nothing lighter than 400.
const subset = (
  wght: number | { min: number; max: number; default: number },
  targetFormat: 'woff2' | 'truetype',
  { script = 'latin', text = letters } = {},
) =>
  readFile(sourceOf(script)).then((font) =>
    subsetFont(font, text, { targetFormat, keepFeatures, noHinting: true, variationAxes: { wght } }),
  )

interface Metrics {
  unitsPerEm: number
  ascent: number
  descent: number
  lineGap: number
  advance: (character: string) => number
}

function readMetrics(font: Buffer): Metrics {
  const tables = new Map<string, number>()
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + index * 16
    tables.set(font.toString('latin1', entry, entry + 4), font.readUInt32BE(entry + 8))
  }
  const at = (table: string) => tables.get(table) ?? 0
  const wide = font.readUInt16BE(at('hhea') + 34)
  const glyphOf = readCharacterMap(font, at('cmap'))
  return {
    unitsPerEm: font.readUInt16BE(at('head') + 18),
    ascent: font.readInt16BE(at('hhea') + 4),
    descent: -font.readInt16BE(at('hhea') + 6),
    lineGap: font.readInt16BE(at('hhea') + 8),
    advance: (character) => font.readUInt16BE(at('hmtx') + 4 * Math.min(glyphOf(character), wide - 1)),
  }
}

/** Only format 4 is read: it is the one that every font has for the letters measured here. */
function readCharacterMap(font: Buffer, cmap: number) {
  const subtables = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) =>
    font.readUInt32BE(cmap + 8 + index * 8),
  )
  const table = cmap + (subtables.find((offset) => font.readUInt16BE(cmap + offset) === 4) ?? 0)
  const count = font.readUInt16BE(table + 6)
  return (character: string) => {
    const code = character.charCodeAt(0)
    for (let end = table + 14; end < table + 14 + count; end += 2) {
      const start = end + count + 2
      if (code > font.readUInt16BE(end) || code < font.readUInt16BE(start)) continue
      const shift = font.readUInt16BE(start + count)
      const offsetAt = start + 2 * count
      const offset = font.readUInt16BE(offsetAt)
      if (offset === 0) return (code + shift) & 0xffff
      return (font.readUInt16BE(offsetAt + offset + 2 * (code - font.readUInt16BE(start))) + shift) & 0xffff
    }
    return 0
  }
}

// How often letters come in English text, per thousand, the space included.
const frequencies = table(' 180 e103 t75 a67 o62 i57 n57 s52 h50 r49 d35 l33 u23 c22 m20 w19 f18 g16 y16 p16 b12 v8 k6')

// Advance widths in 1/2048 em of what devices have: Arial (Helvetica and Liberation Sans are as wide) on Windows and
// Apple's, Roboto on Android, DejaVu Sans on Linux.
const arial = {
  regular: table(
    ' 569 a1139 b1139 c1024 d1139 e1139 f569 g1139 h1139 i455 k1024 l455 ' +
      'm1706 n1139 o1139 p1139 r682 s1024 t569 u1139 v1024 w1479 y1024',
  ),
  bold: table(
    ' 569 a1139 b1251 c1139 d1251 e1139 f682 g1251 h1251 i569 k1139 l569 ' +
      'm1821 n1251 o1251 p1251 r797 s1139 t682 u1251 v1139 w1593 y1139',
  ),
}

const roboto = {
  regular: table(
    ' 508 a1114 b1150 c1072 d1155 e1086 f712 g1150 h1128 i498 k1038 l498 ' +
      'm1796 n1131 o1168 p1150 r694 s1057 t670 u1129 v992 w1539 y969',
  ),
  bold: table(
    ' 509 a1096 b1152 c1067 d1153 e1106 f733 g1170 h1147 i542 k1094 l542 ' +
      'm1774 n1148 o1156 p1152 r750 s1052 t693 u1147 v1037 w1504 y1031',
  ),
}
const dejavu = {
  regular: table(
    ' 651 a1255 b1300 c1126 d1300 e1260 f721 g1300 h1298 i569 k1186 l569 ' +
      'm1995 n1298 o1253 p1300 r842 s1067 t803 u1298 v1212 w1675 y1212',
  ),
  bold: table(
    ' 713 a1382 b1466 c1214 d1466 e1389 f891 g1466 h1458 i702 k1362 l702 ' +
      'm2134 n1458 o1407 p1466 r1010 s1219 t979 u1458 v1335 w1892 y1335',
  ),
}

function table(list: string) {
  return new Map([...list.matchAll(/([ a-z])(\d+)/g)].map(([, letter = '', value]) => [letter, Number(value)]))
}

function averageWidth(advance: (letter: string) => number, unitsPerEm: number) {
  let [sum, count] = [0, 0]
  for (const [letter, often] of frequencies) {
    sum += often * advance(letter)
    count += often
  }
  return sum / count / unitsPerEm
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

// Bricolage kerns tighter than Arial: measured in Chromium on a paragraph set in both, after the widths were matched.
const kerning: Record<number, number> = { 400: 0.984, 700: 0.992 }

/** The CSS that makes a device's own font take the room Bricolage will take, so that nothing moves when it arrives. */
async function fallback(weight: number, like: Map<string, number>) {
  const font = readMetrics(await subset(weight, 'truetype'))
  const size =
    ((kerning[weight] ?? 1) * averageWidth(font.advance, font.unitsPerEm)) /
    averageWidth((letter) => like.get(letter) ?? 0, 2048)
  const share = (units: number) => percent(units / font.unitsPerEm / size)
  return `${weight}: size-adjust ${percent(size)}, ascent-override ${share(font.ascent)}, descent-override ${share(font.descent)}, line-gap-override ${share(font.lineGap)}`
}

const WEIGHTS = { min: 400, max: 800, default: 400 }
await mkdir(new URL('../app/fonts/', import.meta.url), { recursive: true })
for (const [name, cut] of [
  ['bricolage', {}],
  ['latin-ext', { script: 'latin-ext', text: furtherLetters }],
] as const) {
  const woff2 = await subset(WEIGHTS, 'woff2', cut)
  await writeFile(target(name), woff2)
  console.log(`app/fonts/${name}.woff2: ${woff2.byteLength} bytes`)
}
for (const [name, font] of Object.entries({ arial, roboto, dejavu })) {
  console.log(`${name} ${await fallback(400, font.regular)}`)
  console.log(`${name} ${await fallback(700, font.bold)}`)
}
