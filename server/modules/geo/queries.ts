import { readFileSync } from 'node:fs'
import { AppError } from '../../../contract/errors.ts'

export type City = { city: string; region: string; country: string; countryCode: string; lat: number; lng: number }

type Row = [name: string, region: string, countryCode: string, lat: number, lng: number, population: number]

type Cities = {
  rows: Row[]
  x: Float64Array
  y: Float64Array
  z: Float64Array
  populations: Float64Array
  countryNames: Intl.DisplayNames
}

const earthRadiusKm = 6371

// Farther away than this a big city no longer draws people who live near a small one.
const drawKm = 40

// Somebody this close to the centre of a town is in it, however big the next city is.
const centreKm = 2

// A city's pull is halved 5 km out. This is what makes Dublin Airport Dublin, not Swords.
const halfPullKm = 5

const source = new URL('./cities.json', import.meta.url)

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
  const rows = JSON.parse(readFileSync(source, 'utf8')) as Row[]
  const column = () => new Float64Array(rows.length)
  const countryNames = new Intl.DisplayNames('en-GB', { type: 'region' })
  countryNames.of('IE')
  const loaded: Cities = { rows, x: column(), y: column(), z: column(), populations: column(), countryNames }
  rows.forEach(([, , , lat, lng, population], index) => {
    const { x, y, z } = toPoint(lat, lng)
    loaded.x[index] = x
    loaded.y[index] = y
    loaded.z[index] = z
    loaded.populations[index] = population
  })
  cities = loaded
  return loaded
}

function findIndex({ x, y, z, populations }: Cities, lat: number, lng: number) {
  const here = toPoint(lat, lng)
  let strongest = -1
  let strongestPull = 0
  let nearest = -1
  let nearestSquare = Infinity
  for (let index = 0; index < populations.length; index++) {
    const square = (x[index]! - here.x) ** 2 + (y[index]! - here.y) ** 2 + (z[index]! - here.z) ** 2
    if (square < nearestSquare) {
      nearest = index
      nearestSquare = square
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
  const isInCentre = nearestSquare * earthRadiusKm ** 2 <= centreKm ** 2
  return strongest < 0 || isInCentre ? nearest : strongest
}

const isCoordinate = (lat: number, lng: number) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180

export function cityOf({ rows, countryNames }: Cities, index: number): City | null {
  const row = rows[index]
  if (!row) return null
  const [city, region, countryCode, lat, lng] = row
  return { city, region, country: countryNames.of(countryCode) ?? countryCode, countryCode, lat, lng }
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
