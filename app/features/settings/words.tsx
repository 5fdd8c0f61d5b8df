import type { ReactNode } from 'react'
import type { Settings } from '../../../contract/account.ts'

export const loadingSettings = 'Loading your settings'
export const settingsNotLoaded = 'Your settings could not be loaded.'
export const essentialCookies = 'Essential cookies'
export const aboutEssential = 'Needed to keep you signed in and the site working. Always on.'

type Texts = [label: string, description: string]

const eventHistory = 'Event history'
const emailVisibility = 'Email visibility'

export const STORED_TEXTS: Record<keyof Settings, Texts> = {
  eventHistory: [eventHistory, 'Show the events you’ve been to under past bookings, and use them for recommendations.'],
  emailVisibility: [emailVisibility, 'Show your email address on your page as a creator.'],
}

/** In the base product. */
export const LOCAL_TEXTS = {
  eventHistory: [eventHistory, 'Keep the events you’ve been to in your account.'],
  emailVisibility: [emailVisibility, 'Let other members see your email address.'],
  essentialCookies: [essentialCookies, aboutEssential],
  preferenceCookies: ['Preference cookies', 'Remember how you like things.'],
  analyticsCookies: ['Analytics cookies', 'Help us see which pages are used.'],
  marketingCookies: ['Marketing cookies', 'Make advertising more relevant to you.'],
} satisfies Record<string, Texts>

export const yourData = 'Your Data'
export const nothingElse = (site: string) =>
  `There’s nothing else to switch: ${site} sets no preference, analytics or marketing cookies.`
export const securityIsIn = (link: ReactNode) => (
  <>Your password, two-factor authentication, passkeys, API keys and where you’re logged in are in {link}.</>
)
export const accountDetails = 'Account Details'
export const dataIsIn = (link: ReactNode) => <>To download your data or delete your account, go to {link}.</>
