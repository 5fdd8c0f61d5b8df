import { readFileSync } from 'node:fs'
import { AppError } from '../../../contract/errors.ts'

export type City = { city: string; region: string; country: string; countryCode: string; lat: number; lng: number }

/** Fifty thousand towns as the text that they are read from: as objects they would take 20 MB. */
type Cities = {
  text: Buffer
  /** Where each line begins, and where the last one ends. */
  starts: Uint32Array
  x: Float64Array
  y: Float64Array
  z: Float64Array
  populations: Float64Array
  countryNames: Intl.DisplayNames
  countryCodes: Set<string>
}

const earthRadiusKm = 6371

// Farther away than this a big city no longer draws people who live near a small one.
const drawKm = 40

// Somebody this close to the centre of a town is in it, however big the next city is; of a village they may only be near.
const centreKm = 2
const townInhabitants = 15_000

// A city's pull is halved 5 km out. This is what makes Dublin Airport Dublin, not Swords.
const halfPullKm = 5

const TAB = 9

const source = new URL('./cities.tsv', import.meta.url)

let cities: Cities | undefined

// Points on a unit sphere: straight-line distance needs no care at the date line or the poles, as degrees would.
function toPoint(lat: number, lng: number) {
  const phi = (lat * Math.PI) / 180
  const lambda = (lng * Math.PI) / 180
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) }
}

// Parsing takes longer than a whole answer may, so the server calls this once it listens; findCity does it otherwise.
// The first country name is asked for here as well: it makes Node load its table of names, which takes as long again.
export function loadCities(): Cities {
  if (cities) return cities
  const text = readFileSync(source)
  const ends: number[] = [0]
  for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, end + 1)) ends.push(end + 1)
  const starts = Uint32Array.from(ends)
  const column = () => new Float64Array(starts.length - 1)
  const countryNames = new Intl.DisplayNames('en-GB', { type: 'region' })
  countryNames.of('IE')
  const columns = { x: column(), y: column(), z: column(), populations: column() }
  const countryCodes = new Set<string>()
  for (let index = 0; index < starts.length - 1; index++) {
    // Only what is read is made a string of: fifty thousand lines would be a lot of garbage.
    let from = starts[index] ?? 0
    const next = () => {
      const to = text.indexOf(TAB, from)
      const field = text.toString('latin1', from, to)
      from = to + 1
      return field
    }
    from = text.indexOf(TAB, text.indexOf(TAB, from) + 1) + 1
    countryCodes.add(next())
    const { x, y, z } = toPoint(Number(next()), Number(next()))
    columns.x[index] = x
    columns.y[index] = y
    columns.z[index] = z
    columns.populations[index] = Number(next())
  }
  const loaded: Cities = { text, starts, ...columns, countryNames, countryCodes }
  cities = loaded
  return loaded
}

/** [name, region, country, latitude, longitude, inhabitants, ...names as they are compared, ''] */
export const lineAt = ({ text, starts }: Cities, index: number): string[] =>
  text.toString('utf8', starts[index], (starts[index + 1] ?? 1) - 1).split('\t')

function findIndex({ x, y, z, populations }: Cities, lat: number, lng: number) {
  const here = toPoint(lat, lng)
  let strongest = -1
  let strongestPull = 0
  let nearest = -1
  let nearestSquare = Infinity
  let nearestTown = -1
  let nearestTownSquare = Infinity
  for (let index = 0; index < populations.length; index++) {
    const square = (x[index]! - here.x) ** 2 + (y[index]! - here.y) ** 2 + (z[index]! - here.z) ** 2
    if (square < nearestSquare) {
      nearest = index
      nearestSquare = square
    }
    if (square < nearestTownSquare && populations[index]! >= townInhabitants) {
      nearestTown = index
      nearestTownSquare = square
    }
    // Within 40 km the straight line is shorter than the way over the ground by less than a decimetre.
    const squareKm = square * earthRadiusKm ** 2
    if (squareKm > drawKm ** 2) continue
    const pull = populations[index]! / (1 + squareKm / halfPullKm ** 2)
    if (pull > strongestPull) {
      strongest = index
      strongestPull = pull
    }
  }
  if (nearestTownSquare * earthRadiusKm ** 2 <= centreKm ** 2) return nearestTown
  return strongest < 0 ? nearest : strongest
}

const isCoordinate = (lat: number, lng: number) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180

export function cityOf(loaded: Cities, index: number): City | null {
  if (index < 0 || index >= loaded.populations.length) return null
  const [city = '', region = '', countryCode = '', lat, lng] = lineAt(loaded, index)
  const country = loaded.countryNames.of(countryCode) ?? countryCode
  return { city, region, country, countryCode, lat: Number(lat), lng: Number(lng) }
}

/** The town people there would name; null only when the numbers are no place on Earth. */
export function findCity(lat: number, lng: number): City | null {
  if (!isCoordinate(lat, lng)) return null
  const loaded = loadCities()
  return cityOf(loaded, findIndex(loaded, lat, lng))
}

export function getCity(lat: number, lng: number): City {
  const city = findCity(lat, lng)
  if (!city) throw new AppError('bad_request', { message: 'Please give a latitude and a longitude.' })
  return city
}
