export const tellMeHere = 'Tell me on this device'
export const browserBlocks = 'Your browser blocks notifications from this site. You can allow them in its settings.'
export const whenWeTell = 'When something changes, the night before, and when a place comes up.'
