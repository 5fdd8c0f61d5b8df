import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageRenderer, stylesOf, type PageHandler, type PageOptions } from './ssr.ts'
import { sha256 } from './security.ts'

const OURS = 'start()'
const INJECTED = 'steal()'
const options: PageOptions = {
  openCaller: () => () => Promise.resolve(undefined),
  settings: { features: [], imageBase: '', publicUrl: '', keepsTickets: true, currency: 'GBP', takesPayments: false },
  policy: { isHttps: false, storageOrigins: [], imageOrigins: [] },
  report: () => undefined,
}

/** A page of ours in which somebody's text is shown as HTML by mistake. */
const pageWith = (text: (nonce: string) => string): PageHandler => {
  return ({ nonce }) => {
    const ours = h('script', { nonce, type: 'module', dangerouslySetInnerHTML: { __html: OURS } })
    const linked = h('script', { nonce, src: '/assets/own.js' })
    const shown = h('div', { dangerouslySetInnerHTML: { __html: text(nonce) } })
    const style = h('style', { dangerouslySetInnerHTML: { __html: '/*app-styles*/' } })
    const body = renderToString(h('body', null, style, ours, shown, linked))
    return Promise.resolve({ body, response: new Response(null, { headers: { 'content-type': 'text/html' } }) })
  }
}

async function render(text: (nonce: string) => string) {
  const renderer = new PageRenderer(pageWith(text), stylesOf('a{}'), options)
  const { body, headers } = await renderer.render(new URL('http://any/'), new AbortController().signal)
  return { body, policy: headers['content-security-policy'] ?? '' }
}

test('a script that got into the page is not allowed, however it is written; our own is', async () => {
  for (const text of [
    `<script>${INJECTED}</script>`,
    `<script nonce="guessed">${INJECTED}</script>`,
    `<script nonce>${INJECTED}</script>`,
    `<SCRIPT\n>${INJECTED}</SCRIPT >`,
    `</div></body><script type="module" async="">${INJECTED}</script>`,
    `<style>${INJECTED}</style><b nonce="x">`,
  ]) {
    const { body, policy } = await render(() => text)
    expect(body).toContain(INJECTED)
    expect(policy).toContain(`script-src 'self' ${sha256(OURS)};`)
    expect(policy).toContain(`style-src 'self' ${sha256('a{}')};`)
    expect(policy).not.toContain(sha256(INJECTED))
  }
})

test('what is allowed is what carries the nonce of this very rendering', async () => {
  const { policy } = await render((nonce) => `<script nonce="${nonce}">${INJECTED}</script>`)
  expect(policy).toContain(sha256(INJECTED))
})

test('the nonce is nowhere in the bytes, so that everybody can be handed the same ones', async () => {
  const [one, two] = [await render(() => 'text'), await render(() => 'text')]
  expect(one).toEqual(two)
  expect(one.body).not.toContain('nonce')
})
