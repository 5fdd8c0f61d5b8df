// Reads 'Trad session Fri 8pm Cobblestone 40 people': what is certain is taken, nothing is guessed. The clock and the
// towns come in as arguments.
import { CAPACITY, TEXT } from '../../../contract/limits.ts'
import { parseDateTime, toLocalInput } from '../../../contract/zoned-time.ts'
import { datesIn, dayAfter, timesIn, type Span } from './one-line-times.ts'
import * as said from './one-line-words.ts'

/** Enough for every field; whatever is pasted, little work is done. */
export const LONGEST_LINE = 300

/** As the draft has them; empty: not found. */
export interface LineReading {
  title: string
  startTime: string
  endTime: string
  venue: string
  town: string
  capacity: string
  /** What was understood but not taken, and why. */
  notes: string[]
}

interface Surroundings {
  now: Date
  timeZone: string
  /** Names of towns in lower case, and how they are written. */
  towns?: ReadonlyMap<string, string>
}

// Put in place of a part that was recognised, so that the texts before and after it are not joined.
const CUT = '\u0000'

const cut = (text: string, { from, to }: Span) => text.slice(0, from) + CUT + text.slice(to)

const PEOPLE = 'people|persons?|places?|seats?|guests?|tickets?|spots?|pax|heads|max'
const CAPACITIES = [
  new RegExp(String.raw`(?:(?:for|max\.?|up to)\s+)?(?<![\p{L}\d.,:£€$])(\d[\d,]*)\s*(?:${PEOPLE})(?![\p{L}\d])`, 'iu'),
  /(?<![\p{L}\d])(?:capacity|max\.?|up to)\s*:?\s*(\d[\d,]*)(?![\p{L}\d:.])/iu,
  // 'Dinner for 12': only where nothing follows that it could count.
  /(?<![\p{L}\d])for\s+(\d[\d,]*)(?=\s*(?:$|[,;\u0000]))/iu,
]

function takeCapacity(text: string, notes: string[]): { rest: string; capacity: string } {
  for (const pattern of CAPACITIES) {
    const match = pattern.exec(text)
    if (!match) continue
    const rest = cut(text, { from: match.index, to: match.index + match[0].length })
    const places = Number(match[1]?.replaceAll(',', ''))
    if (places >= 1 && places <= CAPACITY.max) return { rest, capacity: String(places) }
    notes.push(said.capacityBetween(CAPACITY.max))
    return { rest, capacity: '' }
  }
  return { rest: text, capacity: '' }
}

const FOR_HOURS = /(?<![\p{L}\d])for\s+(\d{1,2}(?:\.5)?|an?)\s*(hours?|hrs?)(?![\p{L}\d])/iu
const FOR_MINUTES = /(?<![\p{L}\d])for\s+(\d{2,3})\s*(minutes|mins?)(?![\p{L}\d])/iu

function takeLength(text: string): { rest: string; minutes: number } {
  const match = FOR_HOURS.exec(text) ?? FOR_MINUTES.exec(text)
  if (!match) return { rest: text, minutes: 0 }
  const count = /^a/i.test(match[1] ?? '') ? 1 : Number(match[1])
  const minutes = /^h/i.test(match[2] ?? '') ? count * 60 : count
  return { rest: cut(text, { from: match.index, to: match.index + match[0].length }), minutes }
}

/** On the night when clocks go forward there are times that no clock shows. */
const exists = (local: string, timeZone: string) => {
  const instant = parseDateTime(local, timeZone)
  return instant !== null && toLocalInput(instant, timeZone) === local
}

const plusMinutes = (local: string, minutes: number) =>
  new Date(Date.parse(`${local}:00Z`) + minutes * 60_000).toISOString().slice(0, 16)

function takeTimes(line: string, { now, timeZone }: Surroundings, notes: string[]) {
  const nowLocal = toLocalInput(now, timeZone)
  const day = datesIn(line, nowLocal)
  let rest = day ? cut(line, day.span) : line
  if (day?.note) notes.push(day.note)
  const length = takeLength(rest)
  const places = takeCapacity(length.rest, notes)
  const clock = timesIn(places.rest)
  rest = clock ? cut(places.rest, clock.span) : places.rest
  const none = { rest, capacity: places.capacity, startTime: '', endTime: '' }

  if (day && !day.date) return none
  if (day && !clock) notes.push(said.addTime)
  if (clock && !day) notes.push(said.addDay)
  if (!day || !clock) return none
  let startTime = `${day.date}T${clock.start}`
  // 'Fri 8pm', said on a Friday at nine: the next one.
  if (startTime <= nowLocal && day.isWeekday) startTime = `${dayAfter(day.date, 7)}T${clock.start}`
  if (startTime <= nowLocal) {
    notes.push(said.timeHasPassed)
    return none
  }
  if (!exists(startTime, timeZone)) {
    notes.push(said.clocksGoForward)
    return none
  }
  const startDay = startTime.slice(0, 10)
  const endOfClock = clock.end && `${clock.end > clock.start ? startDay : dayAfter(startDay, 1)}T${clock.end}`
  const endTime = endOfClock || (length.minutes > 0 ? plusMinutes(startTime, length.minutes) : '')
  return { ...none, startTime, endTime: endTime && exists(endTime, timeZone) ? endTime : '' }
}

const JOINTS = String.raw`(?:at|in|on|from|by|and|@)`
const AT_START = new RegExp(String.raw`^(?:[\s,;:|·@&–—-]+|${JOINTS}\s+)+`, 'iu')
const AT_END = new RegExp(String.raw`(?:[\s,;:|·@&–—-]+|\s${JOINTS})+$`, 'iu')
const trimmed = (text: string) => text.replace(AT_START, '').replace(AT_END, '').trim()

/** The texts between what was taken out. */
const pieces = (rest: string) => rest.split(CUT).map(trimmed).filter(Boolean)

/** Without accents and capitals, as people type them. */
export const foldTown = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

const LONGEST_TOWN_WORDS = 3

/** What a text ends with, the longest first: each could be a town. `isMarked`: after a comma or 'in'. */
function tails(text: string): { name: string; before: string; isMarked: boolean }[] {
  const words = [...text.matchAll(/[^\s,]+/gu)].slice(-LONGEST_TOWN_WORDS)
  return words.map(({ index }) => {
    const before = text.slice(0, index)
    return { name: text.slice(index), before: trimmed(before), isMarked: /(?:,|(?:^|\s)in)\s*$/iu.test(before) }
  })
}

/** What to ask the list of towns about. */
export function townCandidates(line: string, surroundings: Surroundings): string[] {
  if (line.length > LONGEST_LINE) return []
  const found = pieces(takeTimes(line, surroundings, []).rest)
  const [first = '', ...others] = found
  const names = [...others.reverse(), first].flatMap((text) => tails(text).map(({ name }) => name))
  return [...new Set(names.filter((name) => /^\p{L}[\p{L}\s.'’-]+$/u.test(name)).map(foldTown))]
}

interface Place {
  title: string
  venue: string
  town: string
}

/** The last ' at ', else the first comma, parts what happens from where. */
function apart(text: string): { title: string; venue: string } {
  // 'at 8' is no place.
  const at = [...text.matchAll(/\s(?:at|@)\s+(?!\d+$)|\s@(?=\S)/giu)].at(-1)
  if (at) return { title: trimmed(text.slice(0, at.index)), venue: trimmed(text.slice(at.index + at[0].length)) }
  const comma = text.search(/[,;]\s/u)
  if (comma > 0) return { title: trimmed(text.slice(0, comma)), venue: trimmed(text.slice(comma + 1)) }
  return { title: text, venue: '' }
}

function placeOf(found: string[], towns: ReadonlyMap<string, string>): Place {
  let town = ''
  /** Takes the town off the end of a text. */
  const withoutTown = (text: string, needsMark: boolean) => {
    const hit = tails(text).find(({ name, isMarked }) => (isMarked || !needsMark) && towns.has(foldTown(name)))
    if (!hit || town) return text
    town = towns.get(foldTown(hit.name)) ?? ''
    return hit.before
  }
  const [first = '', ...others] = found
  const places = others.map((text) => withoutTown(text, false)).filter(Boolean)
  if (places.length > 0) return { title: first, venue: places.join(', '), town }
  const { title, venue } = apart(withoutTown(first, true))
  return { title, venue: withoutTown(venue, false), town }
}

export function readLine(line: string, surroundings: Surroundings): LineReading {
  const notes: string[] = []
  const nothing = { title: '', startTime: '', endTime: '', venue: '', town: '', capacity: '', notes }
  if (line.length > LONGEST_LINE) {
    notes.push(said.atMostLetters(LONGEST_LINE))
    return nothing
  }
  const clean = line.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  const { rest, ...taken } = takeTimes(clean, surroundings, notes)
  const { title, venue, town } = placeOf(pieces(rest), surroundings.towns ?? new Map())
  // 'The venue and its town, so people can find it.'
  const where = venue && town ? `${venue}, ${town}` : venue
  return {
    ...nothing,
    ...taken,
    title: title.slice(0, TEXT.title),
    venue: where.slice(0, TEXT.venue),
    town: town.slice(0, TEXT.town),
  }
}
