import { defineConfig, devices } from '@playwright/test'
import { BROWSER } from './e2e/support/browser.ts'
import { SITE } from './e2e/support/sites.ts'
import { SOON_MS, TEST_PATIENCE } from './server/test-support/patient.ts'

const SERVER = {
  gracefulShutdown: { signal: 'SIGTERM', timeout: 8_000 },
  stdout: 'ignore',
  stderr: 'pipe',
} as const

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // No retries here: scripts/check.ts runs a failed journey once more by itself, and lists it as unsteady.
  timeout: 180_000 * TEST_PATIENCE,
  expect: { timeout: SOON_MS },
  reporter: 'list',
  globalTeardown: './e2e/support/walk-seen.ts',
  use: {
    baseURL: SITE,
    // Recording every journey would take a third of the time; `--trace on` records one.
    trace: 'off',
    launchOptions: BROWSER,
    timezoneId: 'Europe/Dublin',
    locale: 'en-IE',
    // It would answer page loads that a journey holds back or fails on purpose. Those about it allow it.
    serviceWorkers: 'block',
  },
  projects: [
    // Each journey runs at one width. Tagged '@both' where the width matters, '@phone' where only a phone has it.
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', grep: /@phone|@both/, use: { ...devices['Pixel 7'], launchOptions: BROWSER } },
  ],
  webServer: [
    // Without an address nobody waits for it here, but in full-site.ts.
    { ...SERVER, command: 'node e2e/support/server.ts full' },
    { ...SERVER, command: 'node e2e/support/server.ts', url: `${SITE}/api/ready`, timeout: 600_000 },
  ],
})
