// Saving an event together with its price. A paid event is published only once its price is stored: nobody books for nothing in
// between, and a price that is refused leaves a draft.
import type { Event } from '../../../contract/events.ts'
import { loadApi } from '../../lib/load-api.ts'
import { moveDrafts } from '../../session/part-drafts.ts'
import { savePrice, typedFor } from '../paid-hosting/slot.tsx'
import { bodyOf, type EventDraft } from './draft.ts'

interface Saving {
  save: (draft: EventDraft, isDraft: boolean) => Promise<Event | null>
  draft: EventDraft
  isDraft: boolean
  /** It is on the lists already. */
  isPublished: boolean
  timeZone: string
  userId: number
  /** By which what was typed beside the form is found. */
  form: string
}

interface Saved {
  event: Event
  /** What was not saved of the event that is. */
  refused?: { name: string; error: unknown }
}

export async function saveWithPrice({ save, draft, isDraft, isPublished, timeZone, userId, form }: Saving) {
  const typed = typedFor(userId, form)
  const mustWait = typed?.isFree === false && !isDraft && !isPublished
  const event = await save(draft, isDraft || mustWait)
  return event && storePrice(event)

  async function storePrice(event: Event): Promise<Saved> {
    if (!typed) return { event }
    const eventId = String(event.id)
    moveDrafts(userId, form, eventId)
    try {
      await savePrice(userId, eventId, event.id)
    } catch (error) {
      return { event, refused: { name: mustWait ? 'price, so it’s a draft' : 'price', error } }
    }
    try {
      const { events } = await loadApi()
      const params = { eventId: event.id }
      const priced = await events.get({ params })
      if (!mustWait) return { event: priced }
      const body = bodyOf(draft, { isDraft: false, timeZone, version: priced.version })
      return { event: await events.update({ params, body }) }
    } catch (error) {
      return { event, refused: { name: mustWait ? 'publication' : 'latest state', error } }
    }
  }
}
