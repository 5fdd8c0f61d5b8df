// What follows once an event is stored: its price, its ballot and its other parts. An event with a price or a ballot is published
// after them: otherwise it could be booked for a moment, for nothing or past the ballot.
import type { EventBodyInput } from '../../../contract/event-body.ts'
import type { Event } from '../../../contract/events.ts'
import type { SeriesText } from '../../../contract/series.ts'
import { failureStatus, serverSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { listDrafts, moveDrafts, readDraft } from '../../session/part-drafts.ts'
import { typedFor } from '../paid-hosting/slot.tsx'
import { bodyOf, type EventDraft } from './draft.ts'
import { BALLOT, PRICE, QUESTIONS, textsIn, type FormPart } from './parts.ts'
import * as words from './words.tsx'

/** The server's own sentence where the person can do something about it. */
export const reasonOf = (error: unknown) =>
  [400, 404, 409, 413, 429].includes(failureStatus(error)) ? serverSentence(error, '') : ''

/** Whether a price or a ballot is typed that has not been stored; refused, it is still there. */
export const mustWait = (userId: number | undefined, form: string) =>
  userId !== undefined && (typedFor(userId, form)?.isFree === false || Boolean(readDraft(userId, form, BALLOT.name)))

interface Parts {
  userId: number
  /** By which their drafts are found. */
  form: string
  parts: FormPart[]
  shareTexts: ((saved: Event, texts: SeriesText[]) => Promise<void>) | undefined
}

interface Publishing extends Parts {
  draft: EventDraft
  isHeldBack: boolean
  publishDates: ((stored: Event, body: EventBodyInput) => Promise<Event>) | undefined
}

/** The event is saved by now: what is refused here is kept, and found again when it is edited. Returns what to say then. */
async function saveParts(saved: Event, { userId, form, parts, shareTexts }: Parts): Promise<string | null> {
  const eventId = saved.id
  moveDrafts(userId, form, String(eventId))
  const texts = textsIn(listDrafts(userId, String(eventId)))
  const refused: { name: string; reason: string }[] = []
  for (const { name, isOn, save } of [PRICE, QUESTIONS, BALLOT, ...parts]) {
    if (!isOn || !save) continue
    try {
      await save(userId, String(eventId), eventId)
    } catch (error) {
      refused.push({ name, reason: reasonOf(error) })
    }
  }
  if (refused.length === 0 && texts.length > 0)
    await shareTexts?.(saved, texts).catch((error: unknown) =>
      refused.push({ name: words.textsForOtherDates, reason: reasonOf(error) }),
    )
  const [first] = refused
  if (!first) return null
  return words.savedWithout(
    refused.map(({ name }) => name),
    first.reason,
  )
}

interface Finished {
  event: Event
  /** What to say of what is missing. */
  missing: string | null
}

/** `isHeldBack`: it was stored as a draft, and is to be published. It stays a draft, whatever of its parts was refused. */
export async function finishSaving(
  stored: Event,
  { draft, isHeldBack, publishDates, ...parts }: Publishing,
): Promise<Finished> {
  const isPriced = typedFor(parts.userId, parts.form) !== null
  const refused = await saveParts(stored, parts)
  if (refused) return { event: stored, missing: isHeldBack ? words.draftUntilThen(refused) : refused }
  if (!isHeldBack && !isPriced) return { event: stored, missing: null }
  const { id, timeZone, seriesId } = stored
  const params = { eventId: id }
  try {
    const { events } = await loadApi()
    const body = bodyOf(draft, { isDraft: false, timeZone })
    const publish = () =>
      seriesId !== undefined && publishDates ? publishDates(stored, body) : events.update({ params, body })
    return { event: await (isHeldBack ? publish() : events.get({ params })), missing: null }
  } catch {
    return {
      event: stored,
      missing: isHeldBack ? words.savedButStillDraft : null,
    }
  }
}
