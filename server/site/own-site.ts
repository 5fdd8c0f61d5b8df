// What the operator has put in place of ours: settings, and the files of DATA_DIR/site. Read once, before anything that has
// texts is imported.
import { createHash } from 'node:crypto'
import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nameSite, type Site } from '../../contract/site.ts'
import { readConfig, SettingError, type Config } from '../config.ts'
import { readColours, useColours, type Colours } from './colours.ts'
import { ownPage, type OwnPage } from './markdown.ts'

/** Those that say who the operator is and what they promise. */
export const OWN_PAGES = ['terms', 'privacy', 'cookies', 'rules', 'accessibility', 'about', 'team'] as const

const MOST_BYTES = 200_000

export interface Picture {
  type: string
  bytes: Buffer
}

export interface OwnSite {
  site: Partial<Site>
  logo?: Picture
  /** 1200 by 630, beside a link to the site. */
  picture?: Picture
  colours?: Colours
  pages: Record<string, OwnPage>
}

const codeOf = (error: unknown) => (error as { code?: string }).code ?? 'unknown'

/** Undefined: there is none. */
function read(folder: string, name: string): Buffer | undefined {
  if (!folder) return undefined
  const fail = (sentence: string): never => {
    throw new SettingError(`DATA_DIR/site/${name} ${sentence}`)
  }
  try {
    const file = realpathSync(join(folder, name))
    // Links inside the folder are how Kubernetes mounts files.
    if (!`${dirname(file)}/`.startsWith(`${realpathSync(folder)}/`))
      fail('leads out of DATA_DIR/site: put the file itself there.')
    const found = statSync(file)
    if (!found.isFile()) fail('must be a file.')
    if (found.size > MOST_BYTES) fail(`must have at most ${MOST_BYTES / 1_000} KB.`)
    return readFileSync(file)
  } catch (error) {
    if (error instanceof SettingError) throw error
    return codeOf(error) === 'ENOENT' ? undefined : fail(`cannot be read (${codeOf(error)}).`)
  }
}

function readText(folder: string, name: string): string | undefined {
  const bytes = read(folder, name)
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new SettingError(`DATA_DIR/site/${name} must be text in UTF-8.`)
  }
}

function readPage(folder: string, name: string): OwnPage | undefined {
  const text = readText(folder, `${name}.md`)
  if (text === undefined) return undefined
  const page = ownPage(text, statSync(join(folder, `${name}.md`)).mtime)
  if (!page.title || page.sections.length === 0)
    throw new SettingError(`DATA_DIR/site/${name}.md must begin with "# Title" and say something below it.`)
  return page
}

// It would not run: it is shown as a picture, and its own address allows nothing. But it has no business there.
const RUNS_OR_LOADS =
  /<(?:script|foreignObject|iframe|!ENTITY)|\son\w+\s*=|javascript:|(?:href|src)\s*=\s*["']?\s*(?!#|data:image\/)[^\s"'#]|@import|url\(\s*["']?\s*(?!#|data:image\/)[^\s"'#)]/i

const KINDS: Record<string, { type: string; isOne: (bytes: Buffer) => boolean }> = {
  svg: {
    type: 'image/svg+xml',
    isOne: (bytes) => /^\s*(?:<\?xml[^>]*>\s*|<!DOCTYPE[^>[]*>\s*|<!--[^]*?-->\s*)*<svg[\s>]/.test(bytes.toString()),
  },
  png: { type: 'image/png', isOne: (bytes) => bytes.toString('latin1', 0, 4) === '\x89PNG' },
  webp: { type: 'image/webp', isOne: (bytes) => bytes.toString('latin1', 8, 12) === 'WEBP' },
}

/** The first there is of name.svg, name.png and name.webp. */
function readPicture(folder: string, name: string, endings: string[]): ({ file: string } & Picture) | undefined {
  for (const ending of endings) {
    const file = `${name}.${ending}`
    const bytes = read(folder, file)
    const kind = KINDS[ending]
    if (!bytes || !kind) continue
    if (!kind.isOne(bytes)) throw new SettingError(`DATA_DIR/site/${file} must be a picture of that kind.`)
    if (ending === 'svg' && RUNS_OR_LOADS.test(bytes.toString()))
      throw new SettingError(`DATA_DIR/site/${file} must be a drawing alone, without scripts and files from elsewhere.`)
    return { file, type: kind.type, bytes }
  }
  return undefined
}

/** A DATA_DIR that cannot be entered is told of by the start itself, which needs it for more than this. */
function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Undefined fields are ours. */
export function readOwnSite({ siteName, supportEmail, operator, dataDir }: Config): OwnSite {
  const folder = canEnter(dataDir) ? join(dataDir, 'site') : ''
  const pages = Object.fromEntries(
    OWN_PAGES.flatMap((name) => {
      const page = readPage(folder, name)
      return page ? [[name, page]] : []
    }),
  )
  const logo = readPicture(folder, 'logo', ['svg', 'png', 'webp'])
  const picture = readPicture(folder, 'share', ['png'])
  const json = readText(folder, 'colours.json')
  const colours = json === undefined ? undefined : readColours(json)
  const onCards = JSON.stringify([siteName, logo?.file, colours])
  const site: Partial<Site> = {
    // Under another name, neither our picture, our places in social networks nor Ireland are theirs.
    ...(siteName && { name: siteName, operator: siteName, handle: '', picture: '' }),
    ...(supportEmail && { supportEmail }),
    ...(operator && { operator }),
    ...(Object.keys(pages).length > 0 && { pages: Object.keys(pages) }),
    ...(logo && { logo: `/site/${logo.file}` }),
    ...(colours?.paper && { paper: colours.paper }),
    ...(picture && { picture: '/site/share.png' }),
    ...((siteName || logo || colours) && { cards: createHash('sha256').update(onCards).digest('hex').slice(0, 8) }),
  }
  return { site, pages, colours, logo, picture }
}

const holder = globalThis as { hooleyPages?: Record<string, OwnPage> }

/** What is wrong is said by process.ts, which reads it again. */
export function nameOwnSite(): void {
  try {
    const { site, pages, colours } = readOwnSite(readConfig())
    if (Object.keys(site).length > 0) nameSite(site)
    if (colours) useColours(colours)
    // For the pages' own bundle (app/features/reading/own-page.ts).
    holder.hooleyPages = pages
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
  }
}
