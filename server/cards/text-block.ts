// Lines of text as a separate picture: set by Pango, which breaks lines, shapes letters and orders both directions.
import type { Sharp, SharpOptions } from 'sharp'
import { FAMILIES } from './fonts.ts'

export type SharpFactory = (options: SharpOptions) => Sharp

export interface TextStyle {
  size: number
  colour: string
  /** Lines are broken here; a word that is longer is broken inside. */
  width: number
}

export interface TextBlock {
  data: Buffer
  width: number
  height: number
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&apos;', '"': '&quot;' }
const markup = (text: string) => text.replace(/[&<>'"]/g, (sign) => ENTITIES[sign] ?? sign)

export async function drawText(sharp: SharpFactory, text: string, style: TextStyle): Promise<TextBlock> {
  const { size, colour, width } = style
  const drawn = sharp({
    text: {
      text: `<span foreground="${colour}">${markup(text)}</span>`,
      font: `${FAMILIES} Bold ${size}`,
      // Points are pixels then.
      dpi: 72,
      width,
      wrap: 'word-char',
      spacing: Math.round(size * -0.06),
      rgba: true,
    },
  })
  const { data, info } = await drawn.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

const ELLIPSIS = '…'
// A word is cut only where it is long.
const WORD_END = /\s+\S{1,14}$/u

/** The longest beginning that passes, with an ellipsis, after a whole word where there is one. */
async function shortened(
  text: string,
  draw: (text: string) => Promise<TextBlock>,
  fits: (block: TextBlock) => boolean,
): Promise<TextBlock> {
  const letters = Array.from(LETTERS.segment(text), ({ segment }) => segment)
  const beginning = (count: number) => letters.slice(0, count).join('').trimEnd()
  let [most, tooMany] = [0, letters.length]
  while (most + 1 < tooMany) {
    const count = (most + tooMany) >> 1
    if (fits(await draw(beginning(count) + ELLIPSIS))) most = count
    else tooMany = count
  }
  const isWordEnd = letters[most] === ' '
  return draw((isWordEnd ? beginning(most) : beginning(most).replace(WORD_END, '')) + ELLIPSIS)
}

interface Room {
  width: number
  height: number
  /** From large to small: the first at which the whole text has room. */
  sizes: readonly number[]
  colour: string
}

/** As large as it can be; cut short where even the smallest is too long. */
export async function fitText(sharp: SharpFactory, text: string, { width, height, sizes, colour }: Room) {
  const fits = (block: TextBlock) => block.width <= width && block.height <= height
  for (const size of sizes) {
    const block = await drawText(sharp, text, { size, colour, width })
    if (fits(block)) return block
  }
  const size = sizes.at(-1) ?? 16
  return shortened(text, (part) => drawText(sharp, part, { size, colour, width }), fits)
}
