// What other features and pages show of ballots. All of it is fetched when it is needed: few events have one.
import { lazyPart } from '../../ui/lazy-part.tsx'

export const { Part: BallotEntry } = lazyPart(() => import('./ballot-entry.tsx'))
export const { Part: BallotNote } = lazyPart(() => import('./ballot-note.tsx'))
export const { Part: BallotSection } = lazyPart(() => import('./ballot-section.tsx'))
export const { Part: BallotPart } = lazyPart(() => import('./ballot-part.tsx'))
export const { Part: MyBallots } = lazyPart(() => import('./my-ballots.tsx'))

/** Stores what was typed in the event form; throws if it is refused. */
export const saveBallot = async (userId: number, form: string, eventId: number) =>
  (await import('./stored-ballot.ts')).saveBallot(userId, form, eventId)
