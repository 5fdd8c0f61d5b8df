// Pictures that are not served although their files are in storage: marked as deleted, or shown by hidden events alone. Few,
// and none on most days. Serving a picture asks this list instead of the database, which is read at most once a second.
import { performance } from 'node:perf_hooks'

/** A list this old is read again before it is asked. */
const FRESH_MS = 1_000
/** A database that says nothing does not stop pictures: the list known so far decides. */
const PATIENCE_MS = 250

export interface DeletedPictures {
  add(key: string): void
  /** Something may have changed: the list is read again before it is asked. */
  forget(): void
  /** For a picture's own key and for those of its variants. */
  has(file: string): Promise<boolean>
}

/** events/abc.jpg and events/abc-400.webp -> events/abc */
const withoutExtension = (file: string) => file.replace(/\.[^.]+$/, '')
const withoutWidth = (stem: string) => stem.replace(/-\d+$/, '')

export function deletedPictures(readKeys: () => Promise<string[]>): DeletedPictures {
  let stems = new Set<string>()
  let readAt = -Infinity
  let reading: Promise<void> | undefined
  let changes = 0

  const read = async () => {
    const before = changes
    // Marked while the list was being read: it may miss them.
    const added = new Set<string>()
    additions = added
    try {
      stems = new Set([...(await readKeys()).map(withoutExtension), ...added])
      if (changes === before) readAt = performance.now()
    } catch {
      // The database is away; every call that needs it says so itself.
    } finally {
      reading = undefined
    }
  }
  let additions = new Set<string>()

  return {
    add(key) {
      stems.add(withoutExtension(key))
      additions.add(withoutExtension(key))
    },
    forget() {
      changes++
      readAt = -Infinity
    },
    async has(file) {
      if (performance.now() - readAt > FRESH_MS) {
        reading ??= read()
        await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref())])
      }
      const stem = withoutExtension(file)
      return stems.has(stem) || stems.has(withoutWidth(stem))
    },
  }
}
