import { expect, test } from 'vitest'
import { messages } from '../../../contract/messages.ts'
import { Sentence } from '../../lib/failure.ts'
import { createPictureChoice, type PictureChoiceOptions } from './picture-choice.ts'

const file = (name: string) => new File([name], name, { type: 'image/png' })
const [good, better, bad, page] = [file('good.png'), file('better.png'), file('bad.png'), file('page.pdf')]

/** A form, and a server that takes every file but bad ones; its key is the file's name. */
function form(change: Partial<PictureChoiceOptions> = {}) {
  const seen = { key: '', discarded: [] as string[], logged: [] as string[], outcomes: [] as boolean[] }
  const options: PictureChoiceOptions = {
    problemWith: ({ name }) => (name.endsWith('.pdf') ? 'Invalid file type.' : null),
    upload: ({ name }) =>
      name === 'bad.png' ? Promise.reject(new Sentence('No such picture.')) : Promise.resolve(`events/${name}`),
    discard: async (key) => void seen.discarded.push(key),
    noteOn: () => Promise.resolve(null),
    onChange: (key) => (seen.key = key),
    onOutcome: (isUploaded) => seen.outcomes.push(isUploaded),
    log: (what) => seen.logged.push(what),
    ...change,
  }
  return { seen, choice: createPictureChoice(options) }
}

test.each([
  ['is refused at first sight', page, 'Invalid file type.'],
  ['cannot be uploaded', bad, 'No such picture.'],
])(
  'a file that %s leaves the good one before it in place, in the form and on the server',
  async (_what, next, problem) => {
    const { seen, choice } = form()
    await choice.choose(good)
    await choice.choose(next)
    expect(choice.view()).toEqual({ chosen: good, percent: null, problem, note: null })
    expect(seen).toMatchObject({ key: 'events/good.png', discarded: [], outcomes: [true, false] })
    expect(seen.logged).toEqual(['A picture could not be uploaded.'])
  },
)

test('what a browser or a bundler says of a defect is not shown', async () => {
  const defect = new TypeError('Failed to fetch dynamically imported module')
  const { choice } = form({ upload: () => Promise.reject(defect) })
  await choice.choose(good)
  expect(choice.view().problem).toBe(messages.imageUploadFailed)
})

test('another good file takes the place of the first, which is deleted only then', async () => {
  const uploaded = Promise.withResolvers<string>()
  const { seen, choice } = form({
    upload: ({ name }) => (name === 'better.png' ? uploaded.promise : Promise.resolve(`events/${name}`)),
  })
  await choice.choose(good)
  const choosing = choice.choose(better)
  expect(choice.view()).toMatchObject({ chosen: better, percent: 0 })
  expect(seen.discarded).toEqual([])
  uploaded.resolve('events/better.png')
  await choosing
  expect(seen).toMatchObject({ key: 'events/better.png', discarded: ['events/good.png'] })
  expect(choice.view()).toMatchObject({ chosen: better, percent: null, problem: null })
})

test('a file that is refused at first sight does not end the upload before it', async () => {
  const uploaded = Promise.withResolvers<string>()
  const { seen, choice } = form({ upload: () => uploaded.promise })
  const choosing = choice.choose(good)
  await choice.choose(page)
  expect(choice.view()).toMatchObject({ chosen: good, percent: 0, problem: 'Invalid file type.' })
  uploaded.resolve('events/good.png')
  await choosing
  expect(seen.key).toBe('events/good.png')
})

test('choosing again while a file is on its way ends that one; what arrives of it is deleted', async () => {
  const first = Promise.withResolvers<string>()
  const { seen, choice } = form({
    upload: ({ name }) => (name === 'good.png' ? first.promise : Promise.resolve(`events/${name}`)),
  })
  const choosing = choice.choose(good)
  await choice.choose(better)
  first.resolve('events/good.png')
  await choosing
  expect(seen).toMatchObject({ key: 'events/better.png', discarded: ['events/good.png'], outcomes: [true] })
  expect(choice.view().chosen).toBe(better)
})

test('Remove takes the picture out of the form, and a failure to delete it is said and logged', async () => {
  const { seen, choice } = form({ discard: () => Promise.reject(new Sentence('Network error.')) })
  await choice.choose(good)
  await choice.remove()
  expect(choice.view()).toEqual({ chosen: null, percent: null, problem: 'Network error.', note: null })
  expect(seen.key).toBe('')
  expect(seen.logged).toEqual(['A picture could not be deleted.'])
})

test('a picture that is chosen while the one before is being removed is shown without that failure', async () => {
  const deleting = Promise.withResolvers<void>()
  const { choice } = form({ discard: () => deleting.promise })
  await choice.choose(good)
  const removing = choice.remove()
  await choice.choose(better)
  deleting.reject(new Sentence('Network error.'))
  await removing
  expect(choice.view()).toMatchObject({ chosen: better, problem: null })
})

test('leaving the form deletes what no event took, silently; what belongs to an event stays', async () => {
  const left = form({ discard: () => Promise.reject(new Sentence('Network error.')) })
  await left.choice.choose(good)
  left.choice.leave()
  await new Promise(setImmediate)
  expect(left.seen.logged).toEqual(['A picture could not be deleted.'])
  expect(left.choice.view().problem).toBeNull()

  const saved = form()
  await saved.choice.choose(good)
  saved.choice.settle()
  saved.choice.leave()
  expect(saved.seen.discarded).toEqual([])
})

test('a note on the file is shown with it and goes with it', async () => {
  const { choice } = form({ noteOn: ({ name }) => Promise.resolve(name === 'good.png' ? 'It moves.' : null) })
  await choice.choose(good)
  await choice.choose(bad)
  expect(choice.view().note).toBe('It moves.')
  await choice.choose(better)
  expect(choice.view().note).toBeNull()
})
