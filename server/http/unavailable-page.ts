import { SITE } from '../../contract/site.ts'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { escapeHtml } from '../mail/layout.ts'
import { sha256 } from './security.ts'

// The palette of app/styles/tokens.css. Nothing else is loaded: whatever is busy must not be asked for more.
const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;background:light-dark(#fbf6ee,#0e1220);color:light-dark(#1a1d29,#f4efe6);font:1.0625rem/1.5 system-ui,sans-serif}
main{max-width:26rem;padding:24px;text-align:center}h1{margin:0 0 8px;font-size:1.75rem;line-height:1.15}p{margin:0 0 24px;color:light-dark(#5d6070,#a3a8bc)}
.brand{margin:0 0 24px;color:light-dark(#d93c20,#ff6a4d);font-weight:800;font-size:1.25rem}
a{display:inline-block;padding:11px 24px;border-radius:999px;background:light-dark(#d93c20,#ff6a4d);color:light-dark(#fff,#190703);font-weight:650;text-decoration:none}
a:focus-visible{outline:3px solid light-dark(#0b5f5c,#6fd0c8);outline-offset:3px}`

/** An empty address is the one that was asked for. */
export const unavailablePage = (sentence: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Back in a moment · ${escapeHtml(SITE.name)}</title><style>${STYLE}</style></head><body><main><p class="brand">${escapeHtml(SITE.name)}</p><h1>Back in a moment</h1><p>${escapeHtml(sentence)}</p><a href="">Try again</a></main></body></html>`

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${sha256(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

/** When a page cannot even be rendered in time: a browser shows a sentence, not JSON. Any other error is thrown on. */
export function sendUnavailablePage(reply: FastifyReply, error: unknown) {
  if (!(error instanceof AppError) || error.statusCode !== 503) throw error
  reply.log.error({ err: error.cause ?? error }, 'page not rendered')
  return reply
    .code(503)
    .type('text/html; charset=utf-8')
    .headers({ ...HEADERS, 'retry-after': error.retryAfterSeconds ?? 2 })
    .send(unavailablePage(error.message))
}
