// What the form hands to the list it leads to: the event that was just saved.
import type { Event } from '../../../contract/events.ts'

export type SavedEvent = Pick<Event, 'id' | 'title' | 'language' | 'isDraft' | 'key'>

export const savedState = ({ id, title, language, isDraft, key }: SavedEvent) => ({
  saved: { id, title, language, isDraft, key },
})

/** Navigation state is whatever another version of the app may have left in the history. */
export function readSaved(state: unknown): SavedEvent | null {
  const { id, title, language, isDraft, key } = (state as { saved?: Partial<SavedEvent> } | null)?.saved ?? {}
  return typeof id === 'number' && typeof title === 'string' && typeof isDraft === 'boolean'
    ? {
        id,
        title,
        isDraft,
        ...(typeof language === 'string' && { language }),
        ...(typeof key === 'string' && { key }),
      }
    : null
}

export const whatsAppLink = (title: string, url: string) =>
  `https://wa.me/?text=${encodeURIComponent(`${title}\n${url}`)}`
