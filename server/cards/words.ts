// The words of a share card, as text that can be drawn.
import { formatDate, formatTime, formatWeekday } from '../../contract/dates.ts'
import type { Event } from '../../contract/events.ts'
import { cardPlace } from '../../contract/share-card.ts'

export interface CardWords {
  title: string
  when: string
  place: string
}

function whenOf({ startTime, timeZone, status }: Event): string {
  const date = formatDate(startTime, timeZone)
  if (status === 'postponed') return 'Postponed'
  if (status === 'cancelled') return `Cancelled · ${date}`
  return `${formatWeekday(startTime, timeZone)} ${date} · ${formatTime(startTime, timeZone)}`
}

/** No counts: a card is kept by others for as long as they like. */
export const cardWords = (event: Event): CardWords => ({
  title: event.title,
  when: whenOf(event),
  place: cardPlace(event),
})

// A title has at most 150 characters; nothing longer is ever measured.
const MOST_LETTERS = 300
const MOST_UNITS = 3_000
const LINE_BREAK = /[\t-\r\u0085\u2028\u2029]/g

// Directions, joiners of no letters, hyphens that show only at a break: they could turn the order of others about.
const INVISIBLE = /[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFD]/gu
// Vowel points of Hebrew and Arabic need two or three; piles of them are drawn across everything else.
const PILE_OF_MARKS = /(\p{M}{3})\p{M}+/gu
// Part of the emoji before them: joiner, kind of presentation, and the letters inside flags.
const JOINS = /[\u200C\u200D\uFE0E\uFE0F\u{E0020}-\u{E007F}]/u
const ORNAMENT = /^[\p{S}\p{Co}\p{Cn}\p{Cs}]$/u

/**
 * The text without what cannot be drawn. An ornament that no font has is left out; with a letter, a digit or a mark that
 * none has, the text is null: half a title is none.
 */
export function drawable(text: string, isInFonts: (codePoint: number) => boolean): string | null {
  const visible = text.slice(0, MOST_UNITS).normalize('NFC').replace(LINE_BREAK, ' ').replace(INVISIBLE, '')
  const signs = [...visible.replace(PILE_OF_MARKS, '$1').replace(/\s+/gu, ' ')].slice(0, MOST_LETTERS)
  let kept = ''
  for (const sign of signs) {
    if (sign === ' ' || JOINS.test(sign) || isInFonts(sign.codePointAt(0) ?? 0)) kept += sign
    else if (!ORNAMENT.test(sign)) return null
  }
  const line = kept.replace(/ +/g, ' ').trim()
  return /[^\s\u200C\u200D\uFE0E\uFE0F]/u.test(line) ? line : null
}

const STRONG = /[\p{L}\p{N}]/u
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** By the first letter, as the Unicode rules have it. */
export function isRightToLeft(text: string): boolean {
  const first = [...text].find((sign) => STRONG.test(sign) && !/\p{N}/u.test(sign))
  return first !== undefined && RIGHT_TO_LEFT.test(first)
}
