import { expect, test } from 'vitest'
import { awayLabel, exactPositionOf, keepExactPosition, kmBetween, ROUNDING_KM, roundedPosition } from './distance.ts'

const DUBLIN = { lat: 53.3498, lng: -6.2603 }

test('a distance is that over the ground', () => {
  expect(kmBetween(DUBLIN, { lat: 53.2719, lng: -9.0489 })).toBeCloseTo(185.6, 0)
  expect(kmBetween(DUBLIN, DUBLIN)).toBe(0)
  expect(kmBetween({ lat: -17, lng: 179.9 }, { lat: -17, lng: -179.9 })).toBeCloseTo(21.3, 0)
  const labels = [0.4, 1.4, 18.6].map((km) => awayLabel(km, DUBLIN, 'Dublin'))
  expect(labels).toEqual(['less than 1 km away', '1 km away', '19 km away'])
})

test('where only the town is known, that is said in place of a distance', () => {
  expect(awayLabel(3, { lat: 53.333, lng: -6.249 }, 'Dublin')).toBe('in Dublin')
  expect(awayLabel(3, { lat: 53.333, lng: -6.249 }, null)).toBe('3 km away')
})

test('a position is sent to a tenth of a degree, which is less than 8 km off', () => {
  expect(roundedPosition(DUBLIN)).toBe('53.3,-6.3')
  expect(roundedPosition({ lat: -0.04, lng: 0.04 })).toBe('0.0,0.0')
  for (let n = 0; n < 500; n++) {
    const position = { lat: ((n * 37.77) % 178) - 89, lng: ((n * 91.93) % 358) - 179 }
    const [lat = 0, lng = 0] = roundedPosition(position).split(',').map(Number)
    expect(kmBetween(position, { lat, lng })).toBeLessThan(ROUNDING_KM)
  }
})

test('the exact position is used only for the search that it was rounded for', () => {
  keepExactPosition(DUBLIN)
  expect(exactPositionOf('53.3,-6.3')).toEqual(DUBLIN)
  expect(exactPositionOf('51.9,-8.5')).toBeNull()
})
