import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

export const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

// Inline scripts and styles are allowed by the hash of their text, taken when the page is rendered.
const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g

const hashes = (html: string, pattern: RegExp) => [
  ...new Set([...html.matchAll(pattern)].map(([, text]) => sha256(text ?? ''))),
]

export interface PolicyOptions {
  /** Where pictures are read and uploaded when it is not this server. */
  storageOrigins: string[]
  /** Where else pictures may come from: nobody else learns who looks at what. */
  imageOrigins: string[]
  isHttps: boolean
}

const policy = (options: PolicyOptions, scripts: string[], styles: string[]) =>
  [
    `default-src 'self'`,
    `script-src 'self' ${scripts.join(' ')}`.trim(),
    `style-src 'self' ${styles.join(' ')}`.trim(),
    `img-src 'self' data: blob: ${[...options.storageOrigins, ...options.imageOrigins].join(' ')}`.trim(),
    ...(options.storageOrigins.length > 0 ? [`connect-src 'self' ${options.storageOrigins.join(' ')}`] : []),
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    ...(options.isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

/** `styles`: the hashes of the page's style sheets, where they are known. */
export const pagePolicy = (html: string, options: PolicyOptions, styles = hashes(html, INLINE_STYLE)) =>
  policy(options, hashes(html, INLINE_SCRIPT), styles)

/** Nothing may be loaded or run: for JSON, pictures and whatever is not a page of ours. */
const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** What every answer carries, also one that is given before any route is found. */
export const securityHeaders = ({ isHttps }: { isHttps: boolean }): Record<string, string> => ({
  'content-security-policy': CLOSED_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
})

export function installSecurityHeaders(app: FastifyInstance, options: { isHttps: boolean }) {
  const { 'content-security-policy': closed, ...others } = securityHeaders(options)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', closed)
    reply.headers(others)
    done(null, payload)
  })
}
