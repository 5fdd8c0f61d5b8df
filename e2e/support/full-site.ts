import type { Page } from '@playwright/test'
import { FULL_SITE } from './sites.ts'
import { expect, test } from './test.ts'

/** React has taken over the page that the server has rendered, and every first effect has run (app/lib/early-presses.ts). */
export const hydrated = (page: Page) => page.waitForFunction(() => !('earlyPresses' in window))

/** For what is off by default: these journeys, and the members made in them, are on the full Hooley. */
export function onFullSite() {
  test.use({ baseURL: FULL_SITE })
  // It starts beside the other one, so that only those wait for it who need it.
  test.beforeAll(async () => {
    const isReady = async () => expect((await fetch(`${FULL_SITE}/api/ready`)).ok).toBe(true)
    await expect(isReady).toPass()
  })
}
