import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  fillTemplate,
  parseTemplate,
  PLACEHOLDER_NAMES,
  templated,
  type PlaceholderName,
  type PlaceholderValues,
} from './placeholders.ts'

const values = Object.fromEntries(PLACEHOLDER_NAMES.map((name) => [name, `<${name}>`])) as PlaceholderValues
const problemOf = (text: string) => {
  const read = parseTemplate(text)
  return 'problem' in read ? read.problem : null
}

describe('a text with placeholders', () => {
  test.each(PLACEHOLDER_NAMES)('has {%s} filled in, however often it is there', (name: PlaceholderName) => {
    expect(fillTemplate(`a {${name}} b {${name}}{${name}}`, values)).toBe(`a <${name}> b <${name}><${name}>`)
  })

  test('is refused with the name that does not exist, also one that every object has', () => {
    for (const name of [
      'firstname',
      'First_Name',
      ' first_name',
      'constructor',
      '__proto__',
      'toString',
      'event.id',
      '',
    ])
      expect(problemOf(`Hello {${name}}`)).toContain(
        `uses {${name}}, which isn’t a placeholder. You can use {first_name}, `,
      )
  })

  test('is refused where a brace has no end, and two braces are one', () => {
    expect(problemOf('Hello {first_name')).toBe('has no } after {first_name. Write {{ for a brace.')
    expect(problemOf('{')).toBe('has no } after {. Write {{ for a brace.')
    expect(problemOf('{first_name {event}')).toContain('has no } after {first_name ')
    expect(fillTemplate('{{first_name}} } {{{event}}}', values)).toBe('{first_name} } {<event>}')
  })

  test('a long name is named in part, and a long text is read at once', () => {
    expect(problemOf(`{${'x'.repeat(500)}}`)).toContain(`{${'x'.repeat(40)}…}`)
    const before = performance.now()
    expect(problemOf('{'.repeat(100_000))).toBeNull()
    expect(problemOf('{a'.repeat(50_000))).not.toBeNull()
    expect(fillTemplate('{event}'.repeat(10_000), values)).toHaveLength(70_000)
    expect(performance.now() - before).toBeLessThan(1_000)
  })

  test('a value that looks like a placeholder stays as it is', () => {
    const hostile = { ...values, first_name: '{event}', event: '{{organiser}} {first_name} $& $1' }
    expect(fillTemplate('{first_name}: {event}', hostile)).toBe('{event}: {{organiser}} {first_name} $& $1')
  })

  test('is checked by the contract, which says why', () => {
    const schema = templated(z.string())
    expect(schema.safeParse('Hello {first_name}').success).toBe(true)
    expect(schema.safeParse('Hello {nobody}').error?.issues[0]?.message).toContain(
      'uses {nobody}, which isn’t a placeholder',
    )
  })
})
