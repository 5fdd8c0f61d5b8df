// Towns by their names: what somebody types, what a venue ends with, what a search asks for.
import { TOWNS } from '../../../contract/limits.ts'
import { canonicalTimeZone } from '../../../contract/zoned-time.ts'
import { cityOf, loadCities, type City } from './queries.ts'

export interface Town extends City {
  /** Leads back to this town and no other. */
  name: string
}

interface Towns {
  /** Which cities have this name, the largest first. */
  byName: Map<string, number[]>
  /** Every folded name beside its city, the largest city first. */
  names: { folded: string; index: number }[]
}

// What has no accent that could be taken off.
const LETTERS: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th' }

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđıßæœðþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/['’‘`.]/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim()

let towns: Towns | undefined

function loadTowns(): Towns {
  if (towns) return towns
  const { rows } = loadCities()
  const bySize = rows.map((_, index) => index).sort((a, b) => (rows[b]?.[5] ?? 0) - (rows[a]?.[5] ?? 0))
  const loaded: Towns = { byName: new Map(), names: [] }
  const add = (name: string, index: number) => {
    const known = loaded.byName.get(name)
    if (known) known.push(index)
    else loaded.byName.set(name, [index])
  }
  for (const index of bySize) {
    const folded = fold(rows[index]?.[0] ?? '')
    loaded.names.push({ folded, index })
    add(folded, index)
  }
  // New York is what people call New York City; a town that has the short name itself comes first.
  for (const { folded, index } of loaded.names) if (folded.endsWith(' city')) add(folded.slice(0, -5), index)
  towns = loaded
  return loaded
}

let countries: Map<string, Set<string>> | undefined

/** In which countries the clocks of this zone are used. */
function countriesOf(timeZone: string): Set<string> {
  if (!countries) {
    countries = new Map()
    for (const code of new Set(loadCities().rows.map(([, , countryCode]) => countryCode))) {
      const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?: () => string[] | undefined }
      for (const zone of locale.getTimeZones?.() ?? []) {
        const name = canonicalTimeZone(zone) ?? zone
        countries.set(name, (countries.get(name) ?? new Set()).add(code))
      }
    }
  }
  return countries.get(canonicalTimeZone(timeZone) ?? '') ?? new Set()
}

/** The largest, those of the zone's country first. */
function choose(candidates: number[], timeZone?: string): number | undefined {
  if (timeZone === undefined || candidates.length < 2) return candidates[0]
  const here = countriesOf(timeZone)
  return candidates.find((index) => here.has(loadCities().rows[index]?.[2] ?? '')) ?? candidates[0]
}

/** 'Dublin', and 'Dublin, Ohio, United States' where a larger town has the same name. */
function townAt(index: number): Town | null {
  const city = cityOf(loadCities(), index)
  if (!city) return null
  const isFirst = loadTowns().byName.get(fold(city.city))?.[0] === index
  const whole = [city.city, city.region, city.country].filter(Boolean).join(', ')
  return { ...city, name: isFirst ? city.city : whole }
}

function candidatesFor(text: string): number[] {
  const { byName } = loadTowns()
  const whole = byName.get(fold(text))
  if (whole) return whole
  const [name = '', ...places] = text.split(',').map(fold)
  if (places.length === 0) return []
  return (byName.get(name) ?? []).filter((index) => {
    const city = cityOf(loadCities(), index)
    const around = city ? [city.region, city.country, city.countryCode].map(fold) : []
    return places.every((place) => around.includes(place))
  })
}

/** A town by its name, alone or with its region and country; null: there is none. */
export function findTown(text: string, timeZone?: string): Town | null {
  const index = choose(candidatesFor(text), timeZone)
  return index === undefined ? null : townAt(index)
}

/** The last part of the venue that is a town's name: 'The Cobblestone, Dublin 7' is in Dublin. */
export function townOfVenue(venue: string, timeZone: string): Town | null {
  const { byName } = loadTowns()
  for (const part of venue.split(/[,;|]/).reverse()) {
    const name = fold(part)
    const candidates = byName.get(name) ?? byName.get(name.replace(/ \d{1,2}w?$/, ''))
    const index = candidates && choose(candidates, timeZone)
    if (index !== undefined) return townAt(index)
  }
  return null
}

/** Names that begin with it, then names with a word that does; the largest first. */
export function suggestTowns(q: string): Town[] {
  const typed = fold(q)
  if (typed === '') return []
  const { names } = loadTowns()
  const starting = names.filter(({ folded }) => folded.startsWith(typed)).slice(0, TOWNS.max)
  const inside = names.filter(({ folded }) => folded.includes(` ${typed}`)).slice(0, TOWNS.max)
  return [...starting, ...inside]
    .slice(0, TOWNS.max)
    .map(({ index }) => townAt(index))
    .filter((town) => town !== null)
}
