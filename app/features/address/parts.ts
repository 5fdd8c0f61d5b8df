export const ADDRESS_PARTS = [
  ['street', 'Street', 'street-address'],
  ['city', 'City', 'address-level2'],
  ['state', 'State', 'address-level1'],
  ['zipCode', 'Zip code', 'postal-code'],
  ['country', 'Country', 'country-name'],
] as const
