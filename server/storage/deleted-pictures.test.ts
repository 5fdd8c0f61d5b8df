import { expect, test } from 'vitest'
import { deletedPictures } from './deleted-pictures.ts'

test('what the database has marked is gone, with its variants and nothing else', async () => {
  const deleted = deletedPictures(() => Promise.resolve(['events/abc.jpg']))
  const answers = await Promise.all(
    ['events/abc.jpg', 'events/abc-400.webp', 'events/abcd.jpg', 'events/demo-bees.webp'].map((file) =>
      deleted.has(file),
    ),
  )
  expect(answers).toEqual([true, true, false, false])
})

test('a picture that is marked while the list is being read is not forgotten by that reading', async () => {
  const list = Promise.withResolvers<string[]>()
  const deleted = deletedPictures(() => list.promise)
  const asked = deleted.has('events/abc.jpg')
  deleted.add('events/abc.jpg')
  list.resolve([])
  expect(await asked).toBe(true)
  expect(await deleted.has('events/abc-800.webp')).toBe(true)
})

test('a database that is away or silent does not stop pictures, and what is known stays known', async () => {
  const away = deletedPictures(() => Promise.reject(new Error('away')))
  away.add('events/abc.jpg')
  expect([await away.has('events/abc.jpg'), await away.has('events/other.jpg')]).toEqual([true, false])
  const silent = deletedPictures(() => new Promise(() => undefined))
  expect(await silent.has('events/other.jpg')).toBe(false)
})

test('what has changed is asked for again at once, also while an older list is being read', async () => {
  const lists = [['events/abc.jpg'], [], ['events/xyz.jpg']]
  const pictures = deletedPictures(() => Promise.resolve(lists.shift() ?? []))
  expect(await pictures.has('events/abc.jpg')).toBe(true)
  pictures.forget()
  const asked = pictures.has('events/abc.jpg')
  pictures.forget()
  expect(await asked).toBe(false)
  expect(await pictures.has('events/xyz.jpg')).toBe(true)
})
