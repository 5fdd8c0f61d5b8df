// What is current, chosen or pressed differs by more than its colour: for those who see none, and in forced colours.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const APP = path.join(import.meta.dirname, '..')
const STATE = /\[aria-(current|pressed|selected|checked)\b[^\]]*\]/
const COLOURS = ['color', 'background', 'background-color', 'border-color', 'box-shadow']

interface Rule {
  selector: string
  properties: string[]
}

const rulesOf = (css: string): Rule[] =>
  [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selectors = '', body = '']) =>
    selectors.split(',').map((selector) => ({
      selector: selector.trim(),
      properties: [...body.matchAll(/([\w-]+)\s*:[^;]*;/g)].map(([, name = '']) => name),
    })),
  )

/** What has a state, and differs in it by colours alone. */
function colouredAlone(css: string): string[] {
  const of = Map.groupBy(
    rulesOf(css).filter(({ selector }) => STATE.test(selector)),
    ({ selector }) => selector.slice(0, selector.search(STATE)),
  )
  return [...of]
    .filter(([, rules]) => rules.every(({ properties }) => properties.every((name) => COLOURS.includes(name))))
    .map(([what]) => what)
}

test('no state of a control is a colour alone', () => {
  const found = globSync('**/*.css', { cwd: APP }).flatMap((file) =>
    colouredAlone(readFileSync(path.join(APP, file), 'utf8')).map((what) => `${file}: ${what}`),
  )
  expect(found).toEqual([])
  expect(colouredAlone(".tab[aria-selected='true'] { color: red; border-color: red; }")).toEqual(['.tab'])
})
