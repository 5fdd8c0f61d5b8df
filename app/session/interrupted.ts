// What an expired session has cut off in the middle. The person is sent to sign in and comes back to the same screen;
// there it goes on by itself. Anything else they do, closing the dialog or leaving, ends it.
import { readStored } from '../lib/device-storage.ts'

interface Interrupted {
  pathname: string
  work: unknown
}

// The way back is a navigation; longer than this it does not take, and then a press is wanted.
const BACK_WITHIN_MS = 30_000

let interrupted: Interrupted | null = null
let resumed: (Interrupted & { at: number }) | null = null

const screenOf = (path: string) => path.replace(/[?#].*/, '')

export function interrupt(path: string, work: unknown) {
  interrupted = { pathname: screenOf(path), work }
}

let drops = 0

export function dropInterrupted() {
  drops++
  interrupted = null
}

/**
 * For a call that may meet the end of the session: made before it is sent, called when it is refused. Another call may have
 * opened the dialog before, and the person may have closed it, or signed in again, since: then nothing is brought back.
 */
export function interruptible(path: string, work: unknown) {
  const before = drops
  return () => {
    if (drops === before && !readStored('token')) interrupt(path, work)
  }
}

/** Signed in again, on the way to `path`: what was cut off there may go on. */
export function resumeAt(path: string, now = Date.now()) {
  const isSameScreen = interrupted?.pathname === screenOf(path)
  resumed = interrupted && isSameScreen ? { ...interrupted, at: now } : null
  interrupted = null
}

/** What may go on on this screen; a look does not use it up. */
export const resumedOn = (pathname: string, now = Date.now()): unknown =>
  resumed?.pathname === pathname && now - resumed.at < BACK_WITHIN_MS ? resumed.work : null

/** It goes on now, once. */
export function takeResumed(pathname: string, now = Date.now()): unknown {
  const work = resumedOn(pathname, now)
  resumed = null
  return work
}
