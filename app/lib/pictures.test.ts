import { expect, test } from 'vitest'
import { eventPicture, pictureUrl } from './pictures.ts'

test('a full address stays as it is, a path is below the storage, a bare name in its folder of events', () => {
  expect(pictureUrl('/uploads', 'https://pictures.example/a.jpg')).toBe('https://pictures.example/a.jpg')
  expect(pictureUrl('/uploads', 'events/a.jpg')).toBe('/uploads/events/a.jpg')
  expect(pictureUrl('/uploads', 'a.jpg')).toBe('/uploads/events/a.jpg')
  expect(pictureUrl('https://bucket.example', 'a.jpg')).toBe('https://bucket.example/events/a.jpg')
})

test('an event without a picture shows the poster of its title, a shuffled one that of its seed', () => {
  const none = { title: 'Pub Quiz', imageUrl: null }
  const { src, srcSet } = eventPicture(none, '/uploads')
  expect(src).toMatch(/^\/images\/events\/poster-[a-z0-9]{1,16}-800\.webp$/)
  expect(srcSet?.split(', ').map((one) => one.split(' ')[1])).toEqual(['400w', '800w', '1600w'])
  expect(eventPicture({ ...none, posterSeed: 'k3v' }, '/uploads').src).toBe('/images/events/poster-k3v-800.webp')
})

test('a picture with smaller variants offers all of them', () => {
  const imageSizes = [400, 800].map((width) => ({ width, url: `events/a-${width}.webp` }))
  expect(eventPicture({ title: 'Pub Quiz', imageUrl: 'events/a.jpg', imageSizes }, '/uploads')).toEqual({
    src: '/uploads/events/a-800.webp',
    srcSet: '/uploads/events/a-400.webp 400w, /uploads/events/a-800.webp 800w',
  })
})
