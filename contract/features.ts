// The coming-soon list of decisions.md. Each name can stand in FEATURES; its face while off is what the
// specification shows. `built` says whether there is anything to switch on.
export const FEATURES = {
  search: { title: 'Search', built: false },
  filters: { title: 'Filters and sorting', built: false },
  popular: { title: 'Popular Events', built: false },
  recommended: { title: 'Recommended Events', built: false },
  featured: { title: 'Featured Events', built: false },
  sharing: { title: 'Share an event', built: true },
  favourites: { title: 'Favourites', built: false },
  'past-bookings': { title: 'Past bookings', built: false },
  settings: { title: 'Settings', built: false },
  'profile-photo': { title: 'Profile photo', built: false },
  address: { title: 'Address', built: false },
  'two-factor': { title: 'Two-factor sign-in', built: false },
  'social-settings': { title: 'Social settings', built: false },
  emailers: { title: 'Emailers', built: false },
  surveys: { title: 'Surveys', built: false },
  'paid-events': { title: 'Paid events', built: false },
  'contact-form': { title: 'Contact form', built: false },
  nearby: { title: 'Nearby by coordinates', built: false },
} as const satisfies Record<string, { title: string; built: boolean }>

export type FeatureName = keyof typeof FEATURES

export const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[]

export const isFeatureName = (name: string): name is FeatureName => Object.hasOwn(FEATURES, name)
