import type { Page } from '@playwright/test'

interface Which {
  /** Only calls of this method; without it, all. */
  method?: 'GET' | 'POST' | 'PUT'
}

/** Holds calls to an address back until they are released, to see what the screen shows until then. */
export async function holdCall(page: Page, url: string | RegExp, { method }: Which = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  await page.route(url, async (route, request) => {
    if (!method || request.method() === method) {
      ask()
      await released
    }
    await route.fallback()
  })
  /** `asked`: the first of them has left the page. */
  return { asked, release }
}
