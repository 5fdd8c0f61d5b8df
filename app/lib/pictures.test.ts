import { expect, test } from 'vitest'
import { eventPicture, pictureUrl } from './pictures.ts'

test('a full address stays as it is, a path stands below the storage, a bare name in its folder of events', () => {
  expect(pictureUrl('/uploads', 'https://pictures.example/a.jpg')).toBe('https://pictures.example/a.jpg')
  expect(pictureUrl('/uploads', 'events/a.jpg')).toBe('/uploads/events/a.jpg')
  expect(pictureUrl('/uploads', 'a.jpg')).toBe('/uploads/events/a.jpg')
  expect(pictureUrl('https://bucket.example', 'a.jpg')).toBe('https://bucket.example/events/a.jpg')
})

test('an event without a picture shows the placeholder of the events folder', () => {
  const { src, srcSet } = eventPicture({ imageUrl: null }, '/uploads')
  expect(src).toBe('/images/events/placeholder-800.webp')
  expect(srcSet).toContain('/images/events/placeholder-400.webp 400w')
})

test('a picture with smaller variants offers all of them', () => {
  const imageSizes = [400, 800].map((width) => ({ width, url: `events/a-${width}.webp` }))
  expect(eventPicture({ imageUrl: 'events/a.jpg', imageSizes }, '/uploads')).toEqual({
    src: '/uploads/events/a-800.webp',
    srcSet: '/uploads/events/a-400.webp 400w, /uploads/events/a-800.webp 800w',
  })
})
