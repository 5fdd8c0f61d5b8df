import { existsSync } from 'node:fs'

const CANDIDATES = [
  process.env.CHROMIUM_PATH,
  // A third less of the processor than the one with windows.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** A flag that is given twice counts as it was given last, so what Playwright switches off is named again. */
const PLAYWRIGHTS_OWN = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Its address bar and toolbar are separate web pages, loaded for every window: a third of what a journey costs. */
const BROWSERS_OWN_SCREENS = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'InitialWebUI',
  'WebUIReloadButton',
]

/** Debian's Chromium: Playwright's own download is not available everywhere. */
export const BROWSER = {
  executablePath: CANDIDATES.find((path) => path && existsSync(path)),
  args: [
    // Chromium refuses its sandbox to root, as which CI runs.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    `--disable-features=${[...PLAYWRIGHTS_OWN, ...BROWSERS_OWN_SCREENS].join(',')}`,
  ],
}
