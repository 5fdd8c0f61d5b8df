import type { Page } from '@playwright/test'

/** React has taken over the page that the server has rendered, and every first effect has run (app/lib/early-presses.ts). */
export const hydrated = (page: Page) => page.waitForFunction(() => !('earlyPresses' in window))
