// `npm run screenshots`: pictures of every state in which a journey checks accessibility, at each width in both colour modes;
// `npm run screenshots -- ticket` only those of e2e/ticket.spec.ts. WIDTHS=320,820 chooses other widths.
import { test, type Page } from '@playwright/test'

const WIDTHS = (process.env.WIDTHS ?? '390,1280').split(',').map(Number)
const taken = new Map<string, number>()

const fileName = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)

export async function takePictures(page: Page, what: string) {
  if (!process.env.SCREENSHOTS) return
  const { title, project } = test.info()
  const stem = fileName(`${title} ${what.replace(/^https?:\/\/[^/]+/, '')}`)
  const count = (taken.get(stem) ?? 0) + 1
  taken.set(stem, count)
  const before = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 800 ? 844 : 1000 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // Colours change over a moment.
      await page.waitForTimeout(400)
      const fullPage = (await page.locator('dialog[open]').count()) === 0
      const path = `screenshots/${stem}-${project.name}-${count}-${width}-${colorScheme}.png`
      await page.screenshot({ path, fullPage })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}
