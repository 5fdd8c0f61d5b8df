import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { useFeature } from '../../lib/settings.ts'
import type { PartProps } from '../../session/part-drafts.ts'
import { ComingPart } from '../../ui/coming-part.tsx'

const EmailersSoon = () => <ComingPart name="Emailers" items={['Welcome email', 'Reminder email', 'Thank-you email']} />

/** The emails that guests of an event get: a part of the event form. */
export const Emailers = flagged<PartProps>('emailers', {
  on: lazyFace('emailers', () => import('./emailers.tsx')),
  off: EmailersSoon,
})

export const useHasEmailers = () => useFeature('emailers')

/** Stores what was typed in this part of a form and not saved; throws if it is refused. */
export const saveEmailers = async (userId: number, form: string, eventId: number): Promise<void> =>
  (await import('./stored-emails.ts')).saveAll(userId, form, eventId)
