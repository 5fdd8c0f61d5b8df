// The door's own page, outside of the pages of the product: it may use the camera, keeps itself on the device, and never
// has its token in an address that reaches us.
import { SITE } from '../../../contract/site.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { escapeHtml } from '../../mail/layout.ts'
import type { Site } from '../../module.ts'

// The decoder is plain JavaScript and needs nothing beyond this (decisions/168).
const PAGE_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `font-src 'self'`,
  `img-src 'self' data: blob:`,
  `connect-src 'self'`,
  `manifest-src 'self'`,
  `worker-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

// A service worker obeys the policy of its own file: what it keeps, it has to fetch.
const WORKER_POLICY = `default-src 'none'; connect-src 'self'`

const MANIFEST = {
  name: `${SITE.name} door`,
  short_name: 'Door',
  lang: 'en-IE',
  id: '/door',
  start_url: '/door',
  scope: '/door',
  display: 'standalone',
  background_color: '#0E1220',
  theme_color: '#0E1220',
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  ],
}

/** The page is made by the build, which knows no name but ours. */
const inItsName = (page: string) => page.replace(/(?<=<title>).*(?=<\/title>)/, () => `Door · ${escapeHtml(SITE.name)}`)

export function installDoorPage(app: FastifyInstance, _deps: Deps, { buildDir }: Site) {
  if (!buildDir) return
  const folder = join(buildDir, 'door')
  if (!existsSync(join(folder, 'page.html'))) return
  const page = inItsName(readFileSync(join(folder, 'page.html'), 'utf8'))
  const worker = readFileSync(join(folder, 'sw.js'))

  const send = (reply: FastifyReply, type: string, headers: Record<string, string>, body: Buffer | string) =>
    reply
      .type(type)
      .headers({ 'cache-control': 'no-cache', ...headers })
      .send(body)

  app.get('/door', (_request, reply) =>
    send(
      reply,
      'text/html; charset=utf-8',
      {
        'content-security-policy': PAGE_POLICY,
        'permissions-policy': 'geolocation=(), camera=(self), microphone=(), payment=(), usb=()',
        'referrer-policy': 'no-referrer',
      },
      page,
    ),
  )
  app.get('/door/sw.js', (_request, reply) =>
    send(
      reply,
      'text/javascript; charset=utf-8',
      { 'content-security-policy': WORKER_POLICY, 'service-worker-allowed': '/door' },
      worker,
    ),
  )
  app.get('/door/manifest.webmanifest', (_request, reply) =>
    send(reply, 'application/manifest+json', {}, JSON.stringify(MANIFEST)),
  )
}
