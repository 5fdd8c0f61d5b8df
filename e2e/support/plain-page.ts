// The page in which a test of the walk plants a fault.
import type { Page } from '@playwright/test'
import { install } from './walk.ts'

/** Small and without a fault. */
const PLAIN_PAGE = `<!doctype html><html lang="en"><title>Plain</title><style>
  a { display: inline-block; padding: 12px } :focus-visible { outline: 3px solid }</style>
  <a href="#main">Skip to content</a><header><a href="/">Home</a></header>
  <main id="main"><h1>Plain</h1><p>Words that fill one line of a wide window, and several of a narrow one.</p><a href="/help">Help Center</a><a href="/faq">FAQ</a></main>
  <footer><a class="foot" href="/terms">Terms</a><a class="foot" href="/privacy">Privacy</a></footer>`

/** Takes away what was planted. */
export async function openPlainPage(page: Page) {
  await page.route('**/plain', (route) => route.fulfill({ contentType: 'text/html', body: PLAIN_PAGE }), { times: 1 })
  await page.goto('/plain')
  await install(page)
}
