import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

export const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export interface PolicyOptions {
  /** Where pictures are read and uploaded when it is not this server. */
  storageOrigins: string[]
  /** Where else pictures may come from: nobody else learns who looks at what. */
  imageOrigins: string[]
  isHttps: boolean
}

export interface InlineHashes {
  scripts: string[]
  styles: string[]
}

/** What a page may load and run. Inline scripts and styles only by hashes of those that we made ourselves. */
export const pagePolicy = (options: PolicyOptions, { scripts, styles }: InlineHashes) =>
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

/** Everything that a route of Fastify answers; what is answered before a route is found is handed the same headers. */
export function installSecurityHeaders(app: FastifyInstance, headers: Record<string, string>) {
  const { 'content-security-policy': closed, ...others } = headers
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', closed)
    // What a page says itself holds: the door may use the camera.
    for (const [name, value] of Object.entries(others)) if (!reply.hasHeader(name)) reply.header(name, value)
    done(null, payload)
  })
}
