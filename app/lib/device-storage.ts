// The only place that touches localStorage. Private windows may refuse it, and it may be full: then what would have been
// kept lives as long as the page.

export type StorageKey =
  | 'token'
  /** The session's token, if it was in the address of a page: anybody can send such a link. */
  | 'tokenFromLink'
  | 'locationPermission'
  | 'userCoordinates'
  | 'theme-mode'
  | 'theme-scheme'
  /** The door's own, which is dark unless somebody chose otherwise. */
  | 'door-theme'
  | 'settings'
  | 'bookingAttempts'
  /** What is in the event form and not saved yet; gone with the sign-out. */
  | 'eventForm'
  /** What is in the other parts of that form: emails, posts, surveys. */
  | 'eventFormParts'
  | 'accountForm'
  /** Of anonymous surveys whose answers are on their way. */
  | 'surveyKeys'
  | 'afterGoogle'
  /** Ids that a visitor has saved; taken into the account at sign-in, gone with the sign-out. */
  | 'favourites'
  /** Written when a member has saved something, so that other tabs ask again. */
  | 'favouritesChanged'
  /** Whether somebody was asked if they want notifications about saved events. */
  | 'favouritesAsked'

const inMemory = new Map<StorageKey, string>()

export function readStored(key: StorageKey): string | null {
  const remembered = inMemory.get(key)
  if (remembered !== undefined) return remembered
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whether it would be found again after a reload. */
export function store(key: StorageKey, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    inMemory.delete(key)
    return true
  } catch {
    inMemory.set(key, value)
    return false
  }
}

export function removeStored(key: StorageKey) {
  inMemory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept, so nothing is left behind.
  }
}

/** False where the browser keeps nothing for us: an answer given now would be asked for again on the next page. */
export function keepsAnswers(): boolean {
  try {
    return typeof localStorage.getItem('token') !== 'undefined'
  } catch {
    return false
  }
}

/** Another tab changed one of the keys, or cleared everything (key null). */
export function onStoredElsewhere(listener: (key: StorageKey | null) => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.storageArea === localStorage) listener(event.key as StorageKey | null)
  }
  addEventListener('storage', handle)
  return () => removeEventListener('storage', handle)
}
