// Towns by their names: what somebody types, what a venue ends with, what a search asks for.
import { TOWNS } from '../../../contract/limits.ts'
import { canonicalTimeZone } from '../../../contract/zoned-time.ts'
import { cityOf, lineAt, loadCities, type City } from './queries.ts'

export interface Town extends City {
  /** Leads back to this town and no other. */
  name: string
}

// What has no accent that could be taken off.
const LETTERS: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th' }

export const foldName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđıßæœðþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’‘`.]/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim()

/** Which town's line this position of the text is in. */
function indexAt(starts: Uint32Array, position: number): number {
  let [low, high] = [0, starts.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * Towns with this in their lines, the largest first. Names as they are compared are in lower case, all else begins with a
 * capital or is a number. To look through all of them takes a millisecond; an index would take 20 MB.
 */
function* look(text: string): Generator<number> {
  if (!/\p{L}/u.test(text)) return
  const loaded = loadCities()
  let position = loaded.text.indexOf(text)
  while (position >= 0) {
    yield indexAt(loaded.starts, position)
    position = loaded.text.indexOf(text, position + 1)
  }
}

const townsCalled = (name: string) => [...new Set(look(`\t${name}\t`))]

const codeOf = (index: number) => lineAt(loadCities(), index)[2] ?? ''

let countries: Map<string, Set<string>> | undefined

/** In which countries the clocks of this zone are used. */
function countriesOf(timeZone: string): Set<string> {
  if (!countries) {
    countries = new Map()
    for (const code of loadCities().countryCodes) {
      const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?: () => string[] | undefined }
      for (const zone of locale.getTimeZones?.() ?? []) {
        const name = canonicalTimeZone(zone) ?? zone
        countries.set(name, (countries.get(name) ?? new Set()).add(code))
      }
    }
  }
  return countries.get(canonicalTimeZone(timeZone) ?? '') ?? new Set()
}

const inZone = (candidates: number[], timeZone: string) => {
  const here = countriesOf(timeZone)
  return candidates.find((index) => here.has(codeOf(index)))
}

/** 'Dublin', and 'Dublin, Ohio, United States' where a larger town has the same name. */
function townAt(index: number): Town | null {
  const city = cityOf(loadCities(), index)
  if (!city) return null
  const isFirst = townsCalled(foldName(city.city))[0] === index
  const whole = [city.city, city.region, city.country].filter(Boolean).join(', ')
  return { ...city, name: isFirst ? city.city : whole }
}

function candidatesFor(text: string): number[] {
  const whole = townsCalled(foldName(text))
  if (whole.length > 0) return whole
  const [name = '', ...regions] = text.split(',').map(foldName)
  if (regions.length === 0) return []
  return townsCalled(name).filter((index) => {
    const city = cityOf(loadCities(), index)
    const around = city ? [city.region, city.country, city.countryCode].map(foldName) : []
    return regions.every((region) => around.includes(region))
  })
}

/** A town by its name, alone or with its region and country, those of the zone's country first; null: there is none. */
export function findTown(text: string, timeZone?: string): Town | null {
  const candidates = candidatesFor(text)
  const index = (timeZone === undefined ? undefined : inZone(candidates, timeZone)) ?? candidates[0]
  return index === undefined ? null : townAt(index)
}

/**
 * The last part of the venue that is a town's name: 'The Cobblestone, Dublin 7' is in Dublin. Never one outside the
 * country of the event's zone: Westport is in Mayo, whatever there is in Connecticut.
 */
export function townOfVenue(venue: string, timeZone: string): Town | null {
  for (const part of venue.split(/[,;|]/).reverse()) {
    const name = foldName(part)
    const district = name.replace(/ \d{1,2}w?$/, '')
    const index =
      inZone(townsCalled(name), timeZone) ?? (district === name ? undefined : inZone(townsCalled(district), timeZone))
    if (index !== undefined) return townAt(index)
  }
  return null
}

/** Names that begin with it, then names with a word that does; the largest first. */
export function suggestTowns(q: string): Town[] {
  const typed = foldName(q)
  if (typed === '') return []
  const found = new Set<number>()
  for (const text of [`\t${typed}`, ` ${typed}`])
    for (const index of look(text)) {
      if (found.size >= TOWNS.max) break
      found.add(index)
    }
  return [...found].map(townAt).filter((town) => town !== null)
}
