// The coming-soon features: each name, and whether it is built. Only what is built can be switched on by FEATURES; all
// others look as the base product says (docs/product.md#base-product-and-features).
export const FEATURES = {
  search: 'built',
  filters: 'built',
  popular: 'built',
  recommended: 'built',
  featured: 'built',
  sharing: 'built',
  favourites: 'built',
  'past-bookings': 'built',
  settings: 'built',
  'profile-photo': 'built',
  address: 'built',
  'two-factor': 'built',
  'social-settings': 'built',
  emailers: 'built',
  surveys: 'built',
  'paid-events': 'coming',
  'contact-form': 'built',
  nearby: 'built',
} as const satisfies Record<string, 'built' | 'coming'>

export type FeatureName = keyof typeof FEATURES

export const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[]

export const BUILT_FEATURES = FEATURE_NAMES.filter((name) => FEATURES[name] === 'built')

export const isFeatureName = (name: string): name is FeatureName => Object.hasOwn(FEATURES, name)
