import { expect, test } from 'vitest'
import { cropByKey, MAX_ZOOM, moved, sideOf, wholeCrop, zoomed, type Crop } from './crop.ts'

const LANDSCAPE = { width: 1000, height: 400 }

/** The square as it would be cut out. */
const edges = (crop: Crop) => {
  const half = sideOf(LANDSCAPE, crop) / 2
  return [crop.x - half, crop.y - half, crop.x + half, crop.y + half].map(Math.round)
}

test('a picture begins with the largest square in its middle', () => {
  expect(edges(wholeCrop(LANDSCAPE))).toEqual([300, 0, 700, 400])
})

test('the square never leaves the picture, however far it is moved', () => {
  const start = wholeCrop(LANDSCAPE)
  expect(edges(moved(LANDSCAPE, start, -9, -9))).toEqual([0, 0, 400, 400])
  expect(edges(moved(LANDSCAPE, start, 9, 9))).toEqual([600, 0, 1000, 400])
  const near = moved(LANDSCAPE, zoomed(LANDSCAPE, start, 4), 9, 9)
  expect(edges(near)).toEqual([900, 300, 1000, 400])
  expect(edges(zoomed(LANDSCAPE, near, 1))).toEqual([600, 0, 1000, 400])
})

test('it is zoomed from the whole picture to a fifth of it', () => {
  const start = wholeCrop(LANDSCAPE)
  expect(zoomed(LANDSCAPE, start, 0).zoom).toBe(1)
  expect(zoomed(LANDSCAPE, start, 99).zoom).toBe(MAX_ZOOM)
})

test('arrows move it by a twentieth of itself, plus and minus zoom, other keys do nothing', () => {
  const start = wholeCrop(LANDSCAPE)
  expect(cropByKey(LANDSCAPE, start, 'ArrowRight')).toMatchObject({ x: 520, y: 200 })
  expect(cropByKey(LANDSCAPE, start, 'ArrowLeft')).toMatchObject({ x: 480 })
  const near = cropByKey(LANDSCAPE, start, '+')
  expect(near?.zoom).toBeCloseTo(1.1)
  expect(cropByKey(LANDSCAPE, { ...start, zoom: 2 }, 'ArrowDown')).toMatchObject({ y: 210 })
  expect(cropByKey(LANDSCAPE, start, '-')?.zoom).toBe(1)
  expect(cropByKey(LANDSCAPE, start, 'Tab')).toBeNull()
})
