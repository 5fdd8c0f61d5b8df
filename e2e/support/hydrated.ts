import type { Page } from '@playwright/test'

/** React has taken over the page that the server has rendered. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')))
