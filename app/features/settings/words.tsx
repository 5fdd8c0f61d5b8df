import type { ReactNode } from 'react'

export const loadingSettings = 'Loading your settings'
export const settingsNotLoaded = 'Your settings could not be loaded.'
export const essentialCookies = 'Essential cookies'
export const aboutEssential = 'Needed to keep you signed in and the site working. Always on.'
export const nothingElse = (site: string) =>
  `There’s nothing else to switch: ${site} sets no preference, analytics or marketing cookies.`
export const securityIsIn = (link: ReactNode) => (
  <>Your password, two-factor authentication, passkeys, API keys and where you’re logged in are in {link}.</>
)
export const accountDetails = 'Account Details'
export const dataIsIn = (link: ReactNode) => <>To download your data or delete your account, go to {link}.</>
