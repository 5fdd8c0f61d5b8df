// The only place that touches localStorage. Private windows may refuse it; then nothing is remembered, and all works.

export type StorageKey =
  | 'token'
  | 'locationPermission'
  | 'userCoordinates'
  | 'theme-mode'
  | 'theme-scheme'
  | 'settings'
  /** What stands in the event form and is not saved yet; gone with the sign-out. */
  | 'eventForm'

export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function store(key: StorageKey, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Full or forbidden: this visit goes on without it.
  }
}

export function removeStored(key: StorageKey) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept, so nothing is left behind.
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
