import { defineConfig, devices } from '@playwright/test'
import { BROWSER } from './e2e/support/browser.ts'

const port = Number(process.env.E2E_PORT ?? 4173)

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: process.env.CI ? 2 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.CI ? 'line' : 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // Recording every journey would take a third of the time.
    trace: 'on-first-retry',
    launchOptions: BROWSER,
    timezoneId: 'Europe/Dublin',
    locale: 'en-IE',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', use: { ...devices['Pixel 7'], launchOptions: BROWSER } },
  ],
  webServer: {
    command: `node e2e/support/server.ts ${port}`,
    url: `http://127.0.0.1:${port}/api/ready`,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
