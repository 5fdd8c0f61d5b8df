import { beforeAll, describe, expect, test } from 'vitest'
import { findCity, loadCities } from './queries.ts'
import { findTown } from './towns.ts'

const nameAt = (lat: number, lng: number) => findCity(lat, lng)?.city

beforeAll(() => {
  loadCities()
})

test('somebody in the middle of Dublin reads Dublin, its province and its country', () => {
  expect(findCity(53.3498, -6.2603)).toEqual({
    city: 'Dublin',
    region: 'Leinster',
    country: 'Ireland',
    countryCode: 'IE',
    lat: 53.333,
    lng: -6.249,
  })
})

test.each([
  ['Dublin', 53.4213, -6.2701],
  ['Cork', 51.8413, -8.4911],
  ['London', 51.47, -0.4543],
  ['Lisbon', 38.7742, -9.1342],
])(
  'somebody at the airport of %s reads the name of the city, not of the village beside the runway',
  (city, lat, lng) => {
    expect(nameAt(lat, lng)).toBe(city)
  },
)

test.each([
  ['Cork', 'Munster', 51.8985, -8.4756],
  ['Galway', 'Connacht', 53.2707, -9.0568],
  ['London', 'England', 51.5074, -0.1278],
  ['Belfast', 'Northern Ireland', 54.5973, -5.9301],
  ['Lisbon', 'Lisbon', 38.7223, -9.1393],
  ['Boston', 'Massachusetts', 42.3601, -71.0589],
])('somebody in %s reads the region %s', (city, region, lat, lng) => {
  expect(findCity(lat, lng)).toMatchObject({ city, region })
})

test.each(['Swords', 'Dún Laoghaire', 'Tallaght', 'Bray'])(
  'somebody in the centre of %s reads its name, not that of the big city beside it',
  (town) => {
    const { city, lat, lng } = findTown(town, 'Europe/Dublin') ?? { city: '', lat: 0, lng: 0 }
    expect(city).toBe(town)
    expect(nameAt(lat, lng)).toBe(town)
  },
)

test('two kilometres from the centre the pull of the city decides again', () => {
  const { lat, lng } = findTown('Swords', 'Europe/Dublin') ?? { lat: 0, lng: 0 }
  expect(nameAt(lat - 1.9 / 111.2, lng)).toBe('Swords')
  expect(nameAt(lat - 2.1 / 111.2, lng)).toBe('Dublin')
})

test('a town too far from the big city keeps its own name', () => {
  expect(nameAt(51.885, 0.235)).toBe('Bishops Stortford')
})

test.each([
  ['Westport', 53.8, -9.52],
  ['Dingle', 52.14, -10.27],
])('somebody in %s, where no large town is near, reads its name', (town, lat, lng) => {
  expect(nameAt(lat, lng)).toBe(town)
})

test('a small capital is found in its own country', () => {
  expect(findCity(64.18, -51.7)).toMatchObject({ city: 'Nuuk', country: 'Greenland' })
})

describe('at the edges of the map', () => {
  test.each([179.99, 180, -180, -179.99])(
    'the Fijian sea at longitude %d is near Labasa on either side of the date line',
    (lng) => {
      expect(findCity(-16.5, lng)).toMatchObject({ city: 'Labasa', country: 'Fiji' })
    },
  )

  test('the middle of the Atlantic is answered with the nearest town, however far', () => {
    expect(findCity(30, -40)).toMatchObject({ city: 'Ribeira Grande', region: 'Azores' })
  })

  test('the point farthest from all land is answered with a town on Pitcairn', () => {
    expect(findCity(-48.877, -123.393)).toMatchObject({ city: 'Adamstown', country: 'Pitcairn Islands' })
  })

  test.each([-180, -90, 0, 137, 180])('at longitude %d the poles are the same two places', (lng) => {
    expect([nameAt(90, lng), nameAt(-90, lng)]).toEqual(['Longyearbyen', 'Ushuaia'])
  })

  test.each([
    [91, 0],
    [0, 181],
    [NaN, 0],
    [0, Infinity],
  ])('%d, %d is no place on Earth', (lat, lng) => {
    expect(findCity(lat, lng)).toBeNull()
  })
})

test('every one of a thousand places is answered, typically well under 5 ms', () => {
  const times = Array.from({ length: 1000 }, (_, index) => {
    const start = performance.now()
    expect(findCity((index * 37) % 90, (index * 91) % 180)).not.toBeNull()
    return performance.now() - start
  }).sort((a, b) => a - b)
  // The median, not the worst: a busy machine may pause any single call.
  expect(times[500]).toBeLessThan(5)
})
