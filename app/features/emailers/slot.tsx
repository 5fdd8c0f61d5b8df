import { flagged } from '../../lib/flagged.tsx'
import { useFeature } from '../../lib/settings.ts'
import { ComingPart } from '../../ui/coming-part.tsx'

const EmailersSoon = () => <ComingPart name="Emailers" items={['Welcome email', 'Reminder email', 'Thank-you email']} />

/** The emails that guests of an event get: a part of the event form. */
export const Emailers = flagged('emailers', { off: EmailersSoon })

export const useHasEmailers = () => useFeature('emailers')
