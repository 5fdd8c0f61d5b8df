// What other features show of ballots. It is imported when it is needed, as a whole: few events have one.
export { default as BallotEntry } from './ballot-entry.tsx'
export { default as BallotNote } from './ballot-note.tsx'
export { default as BallotPart } from './ballot-part.tsx'
export { saveBallot } from './stored-ballot.ts'
