// A share card: the words on paper at the left, the picture at the right.
import type { OverlayOptions } from 'sharp'
import { SHARE_CARD } from '../../contract/share-card.ts'
import { loadSharp } from '../posters/draw.ts'
import { posterSvg } from '../posters/poster.ts'
import { readCoverage, unpackEmoji, unpackLetters, type Coverage } from './fonts.ts'
import { fitText, type TextBlock } from './text-block.ts'
import { drawable, isRightToLeft, type CardWords } from './words.ts'

export type CardPicture = { stored: Uint8Array } | { seed: string }

export interface CardOrder {
  words: CardWords
  picture: CardPicture
}

/** What the site calls itself, in its light colours. */
export interface CardLook {
  name: string
  hasOurMark: boolean
  colours: Record<'paper' | 'ink' | 'quiet' | 'fact' | 'accent', string>
}

const PICTURE_WIDTH = 520
const MARGIN = 60
const TEXT_WIDTH = SHARE_CARD.width - PICTURE_WIDTH - MARGIN - 48
const TITLE_SIZES = [108, 94, 82, 72, 62, 54, 47] as const
const FACT_SIZE = 36
const TITLE_TOP = 126
const BRAND_TOP = SHARE_CARD.height - MARGIN - 40
const PLACE_SIZE = 36
const PLACE_GAP = 28
const TITLE_HEIGHT = BRAND_TOP - TITLE_TOP - PLACE_GAP - PLACE_SIZE - 40

// What messengers take; 300,000 bytes is what WhatsApp shows large.
const MOST_BYTES = 300_000
const QUALITIES = [84, 72, 60, 45, 30] as const

const markOf = ({ accent }: CardLook['colours']) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 100 100"><path fill="${accent}" d="M4 50 A46 46 0 0 1 96 50 A46 46 0 0 1 50 96 H17 A13 13 0 0 1 4 83Z"/></svg>`

type DrawingTool = Awaited<ReturnType<typeof loadSharp>>

interface Tools extends Coverage {
  sharp: DrawingTool
  folder: string
}

/** Once in a process: fontconfig keeps each file that was handed over. */
const handOver = (sharp: DrawingTool, fontfile: string) => sharp({ text: { text: '.', fontfile, dpi: 72 } }).toBuffer()

async function openTools(folder: string): Promise<Tools> {
  const sharp = await loadSharp()
  for (const file of unpackLetters(folder)) await handOver(sharp, file)
  return { sharp, folder, ...readCoverage() }
}

let tools: Promise<Tools> | undefined
let emoji: Promise<unknown> | undefined

const obtainTools = (folder: string) =>
  (tools ??= openTools(folder).catch((error: unknown) => {
    // The next card tries again.
    tools = undefined
    throw error
  }))

const needsEmoji = ({ hasLetter, hasEmoji }: Tools, text: string) =>
  [...text].some((sign) => !hasLetter(sign.codePointAt(0) ?? 0) && hasEmoji(sign.codePointAt(0) ?? 0)) ||
  text.includes('\uFE0F')

const pictureOf = ({ sharp }: Tools, picture: CardPicture, paper: string) =>
  sharp('stored' in picture ? picture.stored : Buffer.from(posterSvg(picture.seed)), { failOn: 'error' })
    .timeout({ seconds: 10 })
    .resize({ width: PICTURE_WIDTH, height: SHARE_CARD.height, fit: 'cover', position: 'attention' })
    .flatten({ background: paper })
    .png({ compressionLevel: 1 })
    .toBuffer()

async function layersOf(opened: Tools, words: CardWords, look: CardLook): Promise<OverlayOptions[]> {
  const { colours } = look
  const { sharp, hasLetter, hasEmoji } = opened
  const isInFonts = (codePoint: number) => hasLetter(codePoint) || hasEmoji(codePoint)
  const [title, place] = [drawable(words.title, isInFonts), drawable(words.place, isInFonts)]
  if (needsEmoji(opened, `${title} ${place}`)) await (emoji ??= handOver(sharp, unpackEmoji(opened.folder)))
  // What reads from the right is aligned right, with all that belongs to it.
  const isFromRight = isRightToLeft(title ?? place ?? '')
  const placed = ({ data, width }: TextBlock, top: number): OverlayOptions => ({
    input: data,
    top: Math.round(top),
    left: isFromRight ? MARGIN + TEXT_WIDTH - width : MARGIN,
  })
  const inLine = (text: string, size: number, colour: string) =>
    fitText(sharp, text, { width: TEXT_WIDTH, height: size * 1.6, sizes: [size], colour })
  const asTitle = (text: string) =>
    fitText(sharp, text, { width: TEXT_WIDTH, height: TITLE_HEIGHT, sizes: TITLE_SIZES, colour: colours.ink })

  const layers = [placed(await inLine(words.when, FACT_SIZE, colours.fact), MARGIN)]
  // Without a title the place is set large.
  const [large, small] = title ? [title, place] : [place, null]
  if (large) {
    const block = await asTitle(large)
    layers.push(placed(block, TITLE_TOP))
    if (small) layers.push(placed(await inLine(small, PLACE_SIZE, colours.quiet), TITLE_TOP + block.height + PLACE_GAP))
  }
  const left = MARGIN + (look.hasOurMark ? 54 : 0)
  const name = await fitText(sharp, look.name, {
    width: MARGIN + TEXT_WIDTH - left,
    height: 50,
    sizes: [34, 28, 22],
    colour: colours.ink,
  })
  if (look.hasOurMark) layers.push({ input: Buffer.from(markOf(colours)), top: BRAND_TOP, left: MARGIN })
  layers.push({ input: name.data, top: BRAND_TOP + Math.round((40 - name.height) / 2), left })
  return layers
}

/** `folder`: where fonts are unpacked. */
export async function drawCard({ words, picture }: CardOrder, look: CardLook, folder: string): Promise<Buffer> {
  const opened = await obtainTools(folder)
  const { width, height } = SHARE_CARD
  const layers = [
    { input: await pictureOf(opened, picture, look.colours.paper), top: 0, left: width - PICTURE_WIDTH },
    ...(await layersOf(opened, words, look)),
  ]
  const card = await opened
    .sharp({ create: { width, height, channels: 3, background: look.colours.paper } })
    .composite(layers)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: card.info.width, height: card.info.height, channels: card.info.channels }
  for (const quality of QUALITIES) {
    const bytes = await opened.sharp(card.data, { raw }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer()
    if (bytes.length < MOST_BYTES || quality === QUALITIES.at(-1)) return bytes
  }
  throw new Error('no quality to draw with')
}
