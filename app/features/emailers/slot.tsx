import { flagged } from '../../lib/flagged.tsx'
import { useFeature } from '../../lib/settings.ts'
import { EmailersSoon } from './soon.tsx'

/** The mails that guests of an event get: a part of the event form. */
export const Emailers = flagged('emailers', { off: EmailersSoon })

export const useHasEmailers = () => useFeature('emailers')
