import { expect, test } from 'vitest'
import { createDrawnPictures } from './drawn-pictures.ts'

const allow = () => Promise.resolve()
const picture = (size: number) => Promise.resolve(Buffer.alloc(size))

test('however many ask at once, a picture is drawn once, and afterwards it is at hand', async () => {
  const pictures = createDrawnPictures()
  let drawn = 0
  const draw = () => picture(++drawn)
  const ask = (asker: string) => pictures.obtain('a', asker, allow, draw)
  await Promise.all([ask('anna'), ask('ben'), ask('anna')])
  await ask('carl')
  expect(drawn).toBe(1)
})

test('only what has to be drawn counts against a limit', async () => {
  const pictures = createDrawnPictures()
  let asked = 0
  const limit = () => (++asked > 1 ? Promise.reject(new Error('too many')) : Promise.resolve())
  await pictures.obtain('a', 'anna', limit, () => picture(1))
  await pictures.obtain('a', 'anna', limit, () => picture(1))
  await expect(pictures.obtain('b', 'anna', limit, () => picture(1))).rejects.toThrow('too many')
})

test('what stays in memory is bounded, and the one not asked for longest goes first', async () => {
  const pictures = createDrawnPictures({ maxBytes: 25 })
  const drawn: string[] = []
  const ask = (name: string) =>
    pictures.obtain(name, 'anna', allow, () => {
      drawn.push(name)
      return picture(10)
    })
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(name)
  expect(drawn).toEqual(['a', 'b', 'c', 'b'])
})

test('with too many waiting, another is told to come again; a failure is not kept', async () => {
  const pictures = createDrawnPictures({ maxWaiting: 1 })
  const gate = Promise.withResolvers<Buffer>()
  const running = pictures.obtain('a', 'anna', allow, () => gate.promise)
  await Promise.resolve()
  await Promise.resolve()
  const waiting = pictures.obtain('b', 'anna', allow, () => Promise.reject(new Error('broken')))
  await expect(pictures.obtain('c', 'ben', allow, () => picture(1))).rejects.toMatchObject({ code: 'unavailable' })
  gate.resolve(Buffer.alloc(1))
  await running
  await expect(waiting).rejects.toThrow('broken')
  expect(await pictures.obtain('b', 'anna', allow, () => picture(3))).toHaveLength(3)
})
