// What the screen shows of the door.
import type { DoorState } from '../../contract/door.ts'
import { isUndone, unsentHeads, unsentWalkIns, type KeptScan } from './kept-scan.ts'
import type { KeptLink } from './storage.ts'
import type { Verdict } from './verdict.ts'

/** Whom the question is about, so that a press admits the right one. */
export interface Target {
  code?: string
  hash?: string
  ticketId?: number
  placeId?: number
  of?: number
}

export interface Shown {
  verdict: Verdict
  target: Target
  /** Of the last scan it made. */
  scanId?: string
  /** Changes with each verdict, so that it is announced again. */
  turn: number
}

export interface DoorView {
  phase: 'starting' | 'no-link' | 'loading' | 'ready' | 'erased'
  state?: Omit<DoorState, 'list'>
  guests: number
  isOnline: boolean
  unsent: number
  refused: number
  /** Everybody inside, including scans not sent yet. */
  heads: number
  ownHeads: number
  seatsLeft: number
  shown: Shown | null
  /** What was undone last, until something else is shown: 'Aoife Kelly +2'. */
  undone: string | null
  recent: KeptScan[]
  isUndone: (id: string) => boolean
}

const RECENT = 30

interface Source extends Pick<DoorView, 'phase' | 'guests' | 'isOnline' | 'shown' | 'undone'> {
  link: KeptLink | undefined
  scans: readonly KeptScan[]
  /** Sent since the server's counts were read: they are not in them yet. */
  uncounted: ReadonlySet<string>
}

export function viewOf({ link, scans, uncounted, ...rest }: Source): DoorView {
  const state = link?.state
  const own = scans.filter(({ token }) => token === link?.token)
  const ownCount = state?.doors.find(({ id }) => id === state.door.id)?.admitted ?? 0
  const notCounted = own.map((scan) => (uncounted.has(scan.id) ? { ...scan, state: 'unsent' as const } : scan))
  const unsent = unsentHeads(notCounted)
  return {
    ...rest,
    state,
    unsent: scans.filter((scan) => scan.state === 'unsent').length,
    refused: own.filter((scan) => scan.state === 'refused').length,
    heads: (state?.admitted ?? 0) + unsent,
    ownHeads: ownCount + unsent,
    seatsLeft: (state?.event.ticketsLeft ?? 0) - unsentWalkIns(notCounted),
    recent: own
      .filter(({ kind }) => kind !== 'undo')
      .slice(-RECENT)
      .reverse(),
    isUndone: (id) => isUndone(own, id),
  }
}
