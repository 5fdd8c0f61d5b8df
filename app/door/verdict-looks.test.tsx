import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SIGNALS } from './signals.ts'
import { VerdictShape } from './verdict-looks.tsx'
import { WORDS } from './verdict-words.ts'
import type { VerdictKind } from './verdict.ts'

const KINDS = Object.keys(WORDS) as VerdictKind[]
const style = readFileSync(new URL('verdict-card.module.css', import.meta.url), 'utf8')

/** The card's colour; without one of its own it asks something and is no verdict yet. */
function colourOf(kind: VerdictKind) {
  const [, rest = ''] = style.split(`[data-verdict='${kind}']`)
  return /background: (#\w+)/.exec(rest)?.[1]
}

const distinct = (looks: unknown[]) => new Set(looks.map((look) => JSON.stringify(look))).size

test('each verdict has its own word and shape', () => {
  expect(distinct(Object.values(WORDS))).toBe(KINDS.length)
  expect(distinct(KINDS.map((kind) => renderToStaticMarkup(<VerdictShape kind={kind} />)))).toBe(KINDS.length)
})

test('each has its own colour and sound, and given back and cancelled are one in these', () => {
  const verdicts = KINDS.filter((kind) => kind !== 'choose' && kind !== 'cancelled')
  expect(distinct(verdicts.map(colourOf))).toBe(verdicts.length)
  expect(distinct(verdicts.map((kind) => SIGNALS[kind]))).toBe(verdicts.length)
  expect([colourOf('cancelled'), SIGNALS.cancelled]).toEqual([colourOf('returned'), SIGNALS.returned])
})
