// What other features and pages use of keys for other programs, and of what webhooks share with them.
export { hostOf, KeptPrograms, NONE_KEPT, programsChanged, usePrograms } from './kept-keys.tsx'
export { KeySection, ShownOnce } from './key-section.tsx'
export { EventChoice, ProgramForm, Ticks } from './program-form.tsx'
