// What the base product shows as coming soon: each name can be switched on by FEATURES, and looks as the base product says while
// it is off (docs/product.md#base-product-and-features).
export const FEATURE_NAMES = [
  'search',
  'filters',
  'popular',
  'recommended',
  'featured',
  'sharing',
  'favourites',
  'past-bookings',
  'settings',
  'profile-photo',
  'address',
  'two-factor',
  'social-settings',
  'emailers',
  'surveys',
  'paid-events',
  'contact-form',
  'nearby',
] as const

export type FeatureName = (typeof FEATURE_NAMES)[number]

export const isFeatureName = (name: string): name is FeatureName => FEATURE_NAMES.some((known) => known === name)
