import { FULL_SITE } from './sites.ts'
import { expect, test } from './test.ts'

/** For what is off by default: these journeys, and the members made in them, are on the full Hooley. */
export function onFullSite() {
  test.use({ baseURL: FULL_SITE })
  // It starts beside the other one, so that only those wait for it who need it.
  test.beforeAll(async () => {
    const isReady = async () => expect((await fetch(`${FULL_SITE}/api/ready`)).ok).toBe(true)
    await expect(isReady).toPass()
  })
}
