// Tells those who run an event why it is not listed yet. Hardly any event waits, so its words come when one does.
import type { Event } from '../../../contract/events.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const { Part } = lazyPart(() => import('./waiting-notice.tsx'))

export const WaitingNotice = ({ event: { review } }: { event: Event }) => (review ? <Part review={review} /> : null)
