import { expect, test } from 'vitest'
import { formatterFor } from './formatters.ts'

test('a formatter is made once', () => {
  const ask = () => formatterFor('en', 'Europe/Dublin', { hour: 'numeric' })
  expect(ask()).toBe(ask())
})

test('options that differ in their values alone are different formatters', () => {
  const monthAs = (month: 'short' | 'long') => formatterFor('en', 'UTC', { month }).format(new Date('2026-11-15'))
  expect([monthAs('short'), monthAs('long')]).toEqual(['Nov', 'November'])
})

test('a thousand spellings of one zone do not stay in memory', () => {
  const first = formatterFor('en', 'Europe/Lisbon', { year: 'numeric' })
  const letters = [...'america/argentina/buenos_aires']
  for (let n = 0; n < 1_000; n++) {
    const spelling = letters.map((letter, at) => ((n >> (at % 10)) & 1 ? letter.toUpperCase() : letter)).join('')
    formatterFor('en', spelling, { year: 'numeric' })
  }
  expect(formatterFor('en', 'Europe/Lisbon', { year: 'numeric' })).not.toBe(first)
})

test('what was asked for last stays: only the oldest goes', () => {
  const ask = (year: number) => formatterFor('en', 'UTC', { year: 'numeric', minimumFractionDigits: year } as object)
  for (let n = 0; n < 499; n++) ask(n)
  const kept = ask(1_000)
  for (let n = 2_000; n < 2_499; n++) ask(n)
  expect(ask(1_000)).toBe(kept)
  ask(3_000)
  expect(ask(1_000)).not.toBe(kept)
})
