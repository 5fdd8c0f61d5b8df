import { expect, test } from 'vitest'
import { REASON_CODES, REASONS } from '../../contract/moderation-words.ts'
import { rules } from './rules.ts'

test.each([...REASON_CODES])('a statement of reasons finds the rule for %s', (code) => {
  const section = rules.sections.find(({ id }) => id === code)
  expect(section).toBeDefined()
  // “No fraud” is what the statement calls it.
  const named = /“(.+)”/.exec(REASONS[code].rule)?.[1]
  if (named) expect(section?.title).toBe(named)
})

test('the rules say how to report, how we decide and how to object', () => {
  const ids = rules.sections.map(({ id }) => id)
  for (const id of ['reporting', 'how-we-decide', 'what-we-can-do', 'what-you-are-told', 'objecting', 'misuse'])
    expect(ids).toContain(id)
  expect(new Set(ids).size).toBe(ids.length)
})
