// The operator's own logo, picture and pages, below /site, and in their name what browsers ask for at fixed addresses.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { SITE, siteScript } from '../../contract/site.ts'
import { SettingError } from '../config.ts'
import { loadSharp } from '../posters/draw.ts'
import { lightColour } from '../site/colours.ts'
import type { OwnSite, Picture } from '../site/own-site.ts'

// A drawing may hold styles, and nothing that runs.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
const HOUR = 'public, max-age=3600'

const MANIFEST = '/manifest.webmanifest'
const ICON = '/icons/icon.svg'
/** Where our icons are, how large, and how much of it the logo fills. */
const ICONS: [path: string, size: number, fills: number][] = [
  ['/favicon.ico', 32, 1],
  ['/icons/apple-touch-icon.png', 180, 0.8],
  ['/icons/icon-192.png', 192, 1],
  ['/icons/icon-512.png', 512, 1],
  ['/icons/icon-maskable-512.png', 512, 0.6],
]

/** The logo as an icon; where it does not fill it, on paper. */
async function drawIcon({ bytes }: Picture, size: number, fills: number): Promise<Buffer> {
  const sharp = await loadSharp()
  const inner = Math.round(size * fills)
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const { width, height } = await sharp(bytes).metadata()
  // A drawing of a few dots is drawn large, not blown up.
  const density = Math.min(Math.max((72 * inner) / Math.max(width, height), 1), 2_400)
  const logo = await sharp(bytes, { density })
    .resize({ width: inner, height: inner, fit: 'contain', background: clear })
    .png()
    .toBuffer()
  const background = fills < 1 ? lightColour('paper') : clear
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: logo }])
    .png()
    .toBuffer()
}

const drawIcons = (logo: Picture) =>
  Promise.all(ICONS.map(async ([path, size, fills]) => [path, await drawIcon(logo, size, fills)] as const)).catch(
    () => {
      throw new SettingError(`DATA_DIR${SITE.logo} cannot be drawn: is it whole, and at most some thousand dots wide?`)
    },
  )

const asDrawing = ({ type, bytes }: Picture) =>
  type === 'image/svg+xml'
    ? bytes
    : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:${type};base64,${bytes.toString('base64')}"/></svg>`

const manifest = (clientDir: string) => ({
  ...(JSON.parse(readFileSync(join(clientDir, MANIFEST), 'utf8')) as object),
  name: SITE.name,
  short_name: SITE.name,
  background_color: lightColour('paper'),
  theme_color: lightColour('paper'),
})

/** Which of our files have theirs in their place. */
export async function installOwnSite(app: FastifyInstance, { logo, picture, pages }: OwnSite, clientDir: string) {
  const replaced: string[] = []
  const serve = (path: string, type: string, body: Buffer | string) => {
    if (!path.startsWith('/site/')) replaced.push(`**${path}*`)
    app.get(path, { exposeHeadRoute: true }, (_request, reply) =>
      reply.type(type).headers({ 'cache-control': HOUR, 'content-security-policy': POLICY }).send(body),
    )
  }
  if (logo) {
    serve(`${SITE.logo}`, logo.type, logo.bytes)
    serve(ICON, 'image/svg+xml', asDrawing(logo))
    for (const [path, icon] of await drawIcons(logo)) serve(path, 'image/png', icon)
  }
  if (picture) serve(SITE.picture, picture.type, picture.bytes)
  for (const [name, page] of Object.entries(pages))
    serve(`/site/${name}.json`, 'application/json; charset=utf-8', JSON.stringify(page))
  if (siteScript()) serve(MANIFEST, 'application/manifest+json; charset=utf-8', JSON.stringify(manifest(clientDir)))
  return replaced
}
