import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { usualSurvey } from '../../../contract/survey-kinds.ts'
import { QuestionField } from '../../ui/question-field.tsx'
import { averageWords, countWords } from './result-words.ts'
import { isTyped, toTyped } from './stored-surveys.ts'
import { SurveyFields } from './survey-editor.tsx'
import { QuestionChart } from './survey-results.tsx'

const question = (kind: 'text' | 'one' | 'several' | 'stars', choices: string[] = []) => ({
  kind,
  choices,
  label: 'How was it?',
  required: false,
})

test('stars are five radio buttons with names, of which those up to the chosen one are lit', () => {
  const html = renderToStaticMarkup(
    <QuestionField question={question('stars')} value={['3']} canBeEmpty onChange={() => {}} />,
  )
  expect([...html.matchAll(/aria-label="([^"]+)"/g)].map(([, name]) => name)).toEqual([
    ...['1 star', '2 stars', '3 stars', '4 stars', '5 stars'],
  ])
  expect(html).toContain('No answer')
})

test('a chart has a table behind it, and says how many have answered', () => {
  const counts = ['1', '2', '3', '4', '5'].map((choice, at) => ({ choice, count: at }))
  const results = { ...question('stars'), answered: 10, counts, texts: [] }
  const html = renderToStaticMarkup(<QuestionChart question={results} />)
  expect(html).toContain('10 answers, 4.0 stars on average')
  expect(html.match(/<svg/g)).toHaveLength(5)
  expect(html).toContain('<th scope="row">1 star</th><td>0</td>')
  expect(averageWords([])).toBeNull()
})

test('how many answers there are, and why not all are shown', () => {
  const open = { anonymous: true, isClosed: false }
  expect(countWords({ ...open, answered: 3, shown: 0 })).toBe('3 answers. You’ll see the answers once there are 5.')
  // They are about to be shuffled, also when it closes.
  for (const isClosed of [false, true])
    expect(countWords({ ...open, isClosed, answered: 5, shown: 0 })).toBe(
      '5 answers. You’ll see them in about a minute.',
    )
  expect(countWords({ ...open, answered: 7, shown: 5 })).toContain('7 answers, of which 5 are shown.')
  expect(countWords({ ...open, isClosed: true, answered: 3, shown: 0 })).toContain('so we don’t show them')
  expect(countWords({ ...open, isClosed: true, answered: 9, shown: 5 })).toContain('too few to stay anonymous')
  expect(countWords({ ...open, anonymous: false, answered: 1, shown: 1 })).toBe('1 answer.')
})

test('an open survey can no longer change between names and none, nor an answered one its questions', () => {
  const typed = toTyped({ ...usualSurvey('feedback'), questions: [question('text')] })
  const drawn = (stored: { isOpened: boolean; isAnswered: boolean }) =>
    renderToStaticMarkup(<SurveyFields typed={typed} stored={stored} onChange={() => {}} />)
  expect(drawn({ isOpened: false, isAnswered: false })).not.toContain('disabled')
  expect(drawn({ isOpened: true, isAnswered: false })).toContain('disabled')
  expect(drawn({ isOpened: true, isAnswered: true })).not.toContain('Add a question')
})

test('what was stored by hand or by an earlier version is not taken for a survey', () => {
  const typed = toTyped({ ...usualSurvey('feedback'), questions: [question('one', ['Yes', 'No'])] })
  expect(isTyped(typed)).toBe(true)
  const [one] = typed.questions
  for (const other of [
    null,
    'x',
    {},
    { ...typed, sends: 'yes' },
    { ...typed, questions: [{ ...one, kind: 'yes-no' }] },
  ])
    expect(isTyped(other)).toBe(false)
})
