// What was typed, as PostgreSQL searches for it: its words without the little ones, each of them also as the beginning of
// one, in its other forms, and with or without a gap. How events' words are kept: db/functions/search-words.sql.
import { sql } from 'drizzle-orm'
import type { EventQuery } from '../../../contract/event-query.ts'
import type { Db, Tx } from '../../db/client.ts'

// A hundred characters can be fifty words; nobody means more than a dozen of them.
const MOST_WORDS = 12
// Of thousands of words that are alike only so many are compared, and so many searched for.
const MOST_ALIKE = 1_000
const MOST_CORRECTIONS = 24

/** Never required. `n` is how bands write `and`. */
const LITTLE = new Set('a an the in at of on to for with and n near me'.split(' '))

// Scripts without gaps between words, Korean for its compounds, and emoji: each two characters are a word.
const RUN = /([\u0e00-\u0e7f\u2600-\u27bf\u3005\u3040-\u9fff\uac00-\ud7af\uf900-\ufaff\u{1F300}-\u{1FAFF}]+)/u
const GAPS = /[\s\p{P}\p{Sm}\p{Sc}\p{Sk}\p{Cf}]+/u

export interface Word {
  text: string
  /** Two characters of a run; nothing is forgiven in it. */
  isRun: boolean
  /** With the word before or after it, as one: `stand up` is `standup` as well. */
  joined: string[]
  /**
   * In so many events that it is surely no typing error, and that all words which it begins would take too long to look up
   * beside another one.
   */
  isCommon?: boolean
  /** How many of the next few hundred events have it. */
  seen?: number
  /** Nothing else was typed. */
  isAlone?: boolean
}

function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`)
}

const withoutArticle = (word: string) => word.replace(/^(وال|بال|ال)(?=..)/u, '')

function wordsIn(folded: string): Word[] {
  const texts = folded.replaceAll("'", '').split(GAPS).filter(Boolean)
  const significant = texts.filter((text) => !LITTLE.has(text))
  // The The is a band; nobody else is looked for by little words alone.
  if (significant.length === 0) return texts.length === 0 ? [] : [{ text: texts.join(''), isRun: false, joined: [] }]
  const found = new Map<string, Word>()
  for (const [index, text] of texts.entries()) {
    if (LITTLE.has(text)) continue
    const beside = [texts[index - 1], texts[index + 1]]
    const canJoin = (other: string | undefined): other is string =>
      other !== undefined && (!LITTLE.has(other) || other === 'a')
    const joined = [canJoin(beside[0]) ? beside[0] + text : '', canJoin(beside[1]) ? text + beside[1] : ''].filter(
      Boolean,
    )
    for (const part of text.split(RUN).filter(Boolean)) {
      if (RUN.test(part)) for (const pair of pairsOf(part)) found.set(pair, { text: pair, isRun: true, joined: [] })
      else found.set(part, { text: withoutArticle(part), isRun: false, joined: part === text ? joined : [] })
    }
  }
  const words = [...found.values()].slice(0, MOST_WORDS)
  // D&D is not whatever begins with d.
  if (words.length === 1 && words[0]?.text.length === 1 && significant.length > 1)
    return [{ text: significant.join(''), isRun: false, joined: [] }]
  return words.length === 1 ? words.map((word) => ({ ...word, isAlone: true })) : words
}

export async function readWords(db: Db | Tx, q: string): Promise<Word[]> {
  const { rows } = await db.execute<{ folded: string }>(sql`select search_fold(${q}) as folded`)
  return wordsIn(rows[0]?.folded ?? '')
}

export const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
const begin = (word: string) => `${quoted(word)}:*`
const both = (one: string, other: string) => `(${quoted(one)} & ${quoted(other)})`

/** Plurals, what one does and the doing of it: curry and curries, swim and swimming, dance and dancing. */
function englishForms(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return []
  const forms: string[] = []
  const add = (...more: string[]) => forms.push(...more.map(quoted))
  if (word.endsWith('ies')) add(`${word.slice(0, -3)}y`, word.slice(0, -1))
  else if (/zzes$/.test(word)) add(word.slice(0, -3), word.slice(0, -2))
  else if (/(s|x|z|ch|sh)es$/.test(word)) add(word.slice(0, -2))
  if (/[^sui]s$/.test(word)) add(word.slice(0, -1))
  if (/[^aeiou]y$/.test(word)) add(`${word.slice(0, -1)}ies`)
  if (word.endsWith('e')) add(`${word.slice(0, -1)}ing`)
  if (/^.{3,}ing$/.test(word)) {
    const base = word.slice(0, -3)
    const single = base.replace(/([^aeiou])\1$/, '$1')
    add(single, `${single}s`, `${base}e`, `${base}es`)
    if (base.length >= 4) forms.push(begin(base))
  }
  return forms
}

// A Map: 'constructor' is a word that people may type.
const SAME = new Map([
  ['st', 'saint'],
  ['saint', 'st'],
])

function formsOf(word: string): string[] {
  const forms = englishForms(word)
  const same = SAME.get(word)
  if (same) forms.push(quoted(same))
  // Mueller is Müller, which is kept as muller.
  if (/[aou]e/.test(word)) forms.push(begin(word.replace(/([aou])e/g, '$1')))
  const [, letters, digits] = /^(\p{L}+)(\d+)$/u.exec(word) ?? []
  if (letters && digits) forms.push(both(letters, digits))
  const [, first, last] = /^([a-z])n([a-z])$/.exec(word) ?? []
  if (first && last) forms.push(both(first, last))
  if (/^[\p{Script=Cyrillic}\p{Script=Greek}]{4,}[аеиоуыэюяіїєαεηιουω]$/u.test(word))
    forms.push(begin(word.slice(0, -1)))
  if (/^[הבלומשכ][א-ת]{3}/u.test(word)) forms.push(quoted(word.slice(1)))
  return forms
}

const anyOf = (choices: string[]) => (choices.length === 1 ? (choices[0] ?? '') : `(${choices.join(' | ')})`)

/**
 * Words that every event with these categories and access facts has, by category_words and access_words of
 * db/functions/search-words.sql; null: there are none.
 */
export function wordsOfFilters({ category = [], access = [] }: Pick<EventQuery, 'category' | 'access'>): string | null {
  const kinds = category.length > 0 && !category.includes('other') ? [anyOf(category.map(quoted))] : []
  const facts = access.map((fact) => quoted(fact.split('-', 1)[0] ?? fact))
  return [...kinds, ...facts].join(' & ') || null
}

const exactly = ({ text, joined }: Word) => anyOf([text, ...joined].map(quoted))

/** A single letter is the beginning of too many words to help, unless it is all that was typed. */
const beginsAny = ({ text, isCommon, isAlone }: Word, isLast: boolean) =>
  [...text].length > 1 ? isLast || !isCommon : isAlone

function loosely(word: Word, isLast: boolean): string[] {
  if (!beginsAny(word, isLast)) return [...[word.text, ...word.joined].map(quoted), ...formsOf(word.text)]
  // Two characters of a run are kept as they are, and one that ends it by itself.
  if (word.isRun && [...word.text].length > 1) return [quoted(word.text)]
  return [...[word.text, ...word.joined].map(begin), ...formsOf(word.text)]
}

/** How many letters were left out, added, exchanged, or two neighbours typed in the wrong order; and the same if `b` may go on. */
export function slipsBetween(one: string, other: string): { whole: number; beginning: number } {
  const [a, b] = [[...one], [...other]]
  const table = [b.map((_, j) => j).concat(b.length)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const at = (up: number, left: number) => (up === 0 ? row : table[i - up])?.[j - left] ?? 0
      let least = Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, at(2, 2) + 1)
      row.push(least)
    }
    table.push(row)
  }
  const last = table[a.length] ?? []
  return { whole: last[b.length] ?? 0, beginning: Math.min(...last) }
}

/** One in a word of 5 letters or more, two from 8. */
const slipsForgiven = (word: string) => (word.length >= 8 ? 2 : word.length >= 5 ? 1 : 0)
// Shorter ones begin too many words.
const FORGIVEN_BEGINNING = 6

function slipsIn(typed: string, word: string): number {
  const { whole, beginning } = slipsBetween(typed, word)
  if (whole <= slipsForgiven(typed)) return whole
  // Of a longer word half as much: it comes last.
  return typed.length >= FORGIVEN_BEGINNING && beginning <= 1 ? beginning + 2 : Infinity
}

async function correctionsOf(db: Db | Tx, { text: typed, isRun }: Word): Promise<string[]> {
  if (isRun || slipsForgiven(typed) === 0 || /\d/.test(typed)) return []
  const { rows } = await db.execute<{ word: string }>(sql`select words_near(${typed}, ${MOST_ALIKE}) as word`)
  return rows
    .map(({ word }) => ({ word, slips: slipsIn(typed, word) }))
    .filter(({ word, slips }) => slips > 0 && slips < Infinity && !word.startsWith(typed))
    .sort((a, b) => a.slips - b.slips || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_CORRECTIONS)
    .map(({ word }) => quoted(word))
}

/** Dunlaoghaire is Dun Laoghaire: both halves, wherever the gap may be. */
function halvesOf({ text, isRun }: Word): string[] {
  const letters = [...text]
  if (isRun || letters.length < 5 || letters.length > 24 || !/^\p{L}+$/u.test(text)) return []
  return letters.slice(2, -1).flatMap((_, index) => {
    const [one, other] = [letters.slice(0, index + 2).join(''), letters.slice(index + 2).join('')]
    return LITTLE.has(one) || LITTLE.has(other) ? [] : both(one, other)
  })
}

/** For each word, what is looked for; an event has all of them. */
export interface Asked {
  /** Each word as a whole. */
  exact: string[]
  /** Also as the beginning of one, and in its other forms. */
  loose: string[]
  /** Also with typing errors; null: there is nothing to forgive. */
  forgiven: () => Promise<string[] | null>
}

export function askFor(db: Db | Tx, words: Word[]): Asked {
  const isLast = words.length === 1
  const choices = words.map((word) => loosely(word, isLast))
  let forgiven: Promise<string[] | null> | undefined
  const forgive = async () => {
    const more: string[][] = []
    for (const word of words)
      more.push(word.isCommon && !isLast ? [] : [...(await correctionsOf(db, word)), ...halvesOf(word)])
    if (more.every((choice) => choice.length === 0)) return null
    return choices.map((choice, index) => anyOf([...choice, ...(more[index] ?? [])]))
  }
  return {
    exact: words.map(exactly),
    loose: choices.map(anyOf),
    forgiven: () => (forgiven ??= forgive()),
  }
}
