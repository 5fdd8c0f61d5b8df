// What a screen reader would say, by @guidepup/virtual-screen-reader in the page itself. It replaces none that people use
// (docs/accessibility.md): it shows that names, roles, states and announcements are there, in an order that makes sense.
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'

interface Reader {
  start: (options: { container: Element }) => Promise<void>
  next: () => Promise<void>
  stop: () => Promise<void>
  lastSpokenPhrase: () => Promise<string>
  spokenPhraseLog: () => Promise<string[]>
  clearSpokenPhraseLog: () => Promise<void>
}

interface WithReader {
  reader: Reader
}

const bundle = readFileSync(new URL(import.meta.resolve('@guidepup/virtual-screen-reader/browser.js')), 'utf8')
// A page's policy lets no module in from elsewhere, so what it exports is put on the window.
const exported = /export\s*\{[^}]*?([\w$]+) as virtual\b/.exec(bundle)?.[1]
const SCRIPT = `(() => { ${bundle.replace(/export\s*\{[^}]*\};?/, '')}\nwindow.reader = ${exported} })()`

async function install(page: Page) {
  if (!(await page.evaluate(() => 'reader' in window))) await page.evaluate(SCRIPT)
}

/** Everything inside, read from its beginning to its end. */
export async function readAloud(part: Locator): Promise<string[]> {
  await install(part.page())
  return part.evaluate(async (container) => {
    const { reader } = window as unknown as WithReader
    await reader.start({ container })
    const first = await reader.lastSpokenPhrase()
    for (let n = 0; n < 200; n++) {
      await reader.next()
      // After the end it begins again.
      if ((await reader.lastSpokenPhrase()) === first) break
    }
    const said = await reader.spokenPhraseLog()
    await reader.stop()
    return said.slice(0, -1)
  })
}

/** What is said by itself while somebody acts: messages, and a dialog that opens. */
export async function announcedWhile(page: Page, act: () => Promise<void>): Promise<string[]> {
  await install(page)
  await page.evaluate(async () => {
    const { reader } = window as unknown as WithReader
    await reader.start({ container: document.body })
    await reader.clearSpokenPhraseLog()
  })
  await act()
  return page.evaluate(async () => {
    const { reader } = window as unknown as WithReader
    const said = await reader.spokenPhraseLog()
    await reader.stop()
    return said
  })
}
