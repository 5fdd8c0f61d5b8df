/** The one palette of all artwork. A colour that is not here is not used. */
export const palette = {
  orange: '#E8482C',
  rust: '#A8321C',
  peach: '#FDCB94',
  amber: '#F2A541',
  cream: '#F6E7C8',
  pink: '#F5C4D4',
  plum: '#5B3A8E',
  night: '#1A2140',
  dusk: '#33407C',
  teal: '#0F6E6A',
  deep: '#0A4A4B',
  mint: '#8FCDB9',
  brown: '#5A2E22',
} as const
