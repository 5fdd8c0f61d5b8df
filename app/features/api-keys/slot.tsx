// What other features and pages use of keys for other programs.
export { KeptKeys, keysChanged, useKeys } from './kept-keys.tsx'
export { KeySection } from './key-section.tsx'
