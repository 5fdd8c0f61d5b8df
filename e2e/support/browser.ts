import { existsSync } from 'node:fs'

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Debian's Chromium: Playwright's own download is not to be had everywhere. */
export const BROWSER = {
  executablePath: CANDIDATES.find((path) => path && existsSync(path)),
  args: [
    // Chromium refuses its sandbox to root, as which CI runs.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
}
