// Where header, drawers and footer lead (docs/product/screens.md#header-and-navigation).
import type { FeatureName } from '../../contract/features.ts'
import { SITE } from '../../contract/site.ts'

export interface SiteLink {
  to: string
  label: string
}

export const MAIN_LINKS: SiteLink[] = [
  { to: '/events', label: 'Find Events' },
  { to: '/upcoming-events', label: 'Upcoming Events' },
  { to: '/create-event', label: 'Create Event' },
]

export const MENU_LINKS: SiteLink[] = [
  { to: '/', label: 'Home' },
  ...MAIN_LINKS,
  { to: '/team', label: 'Our Team' },
  { to: '/about', label: 'About Us' },
  { to: '/contact', label: 'Contact Us' },
  { to: '/faq', label: 'FAQs' },
  { to: '/help', label: 'Help Centre' },
]

/** In the menu below the fixed links, where their features are on. */
export const FEATURE_LINKS: (SiteLink & { feature: FeatureName })[] = [
  { to: '/popular-events', label: 'Popular Events', feature: 'popular' },
  { to: '/recommended-events', label: 'Recommended Events', feature: 'recommended' },
  { to: '/featured', label: 'Featured Events', feature: 'featured' },
  { to: '/saved', label: 'Saved Events', feature: 'favourites' },
]

export const ACCOUNT_LINKS: SiteLink[] = [
  { to: '/account', label: 'My Account' },
  { to: '/my-events', label: 'My Events' },
  { to: '/my-bookings', label: 'My Bookings' },
]

export const FOOTER_COLUMNS: { title: string; links: SiteLink[] }[] = [
  {
    title: SITE.name,
    links: [
      { to: '/about', label: 'About Us' },
      { to: '/team', label: 'Our Team' },
    ],
  },
  {
    title: 'Events',
    links: [
      { to: '/events', label: 'Browse Events' },
      { to: '/create-event', label: 'Create Event' },
    ],
  },
  {
    title: 'Support',
    links: [
      { to: '/help', label: 'Help Center' },
      { to: '/faq', label: 'FAQs' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { to: '/terms-of-service', label: 'Terms of Service' },
      { to: '/privacy-policy', label: 'Privacy Policy' },
    ],
  },
]

export const LEGAL_LINKS: SiteLink[] = [
  { to: '/terms', label: 'Terms' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/cookies', label: 'Cookies' },
  // Added to the fixed list.
  { to: '/rules', label: 'Rules' },
]
