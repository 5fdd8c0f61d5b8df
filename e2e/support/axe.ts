// axe, run directly: @axe-core/playwright loads its half megabyte for every look and opens another page for what frames
// have to say, six times the time. Frames (the preview of an email) are not checked.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { takePictures } from './pictures.ts'
import { expectWalkable } from './walk.ts'

const ofPackage = createRequire(import.meta.resolve('@axe-core/playwright'))
const AXE = readFileSync(ofPackage.resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  nodes: { html: string }[]
}

interface Look {
  /** Only what is in there. */
  inside?: string
  /** Only these rules. */
  rules?: string[]
}

interface Axe {
  run: (context: unknown, options: object) => Promise<{ violations: Finding[]; incomplete: Finding[] }>
}

async function look(page: Page, { inside, rules }: Look = {}) {
  // In each document once; one that is left takes it along.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ([inside, rules]) => {
      const { axe } = window as unknown as { axe: Axe }
      const options = {
        resultTypes: ['violations', 'incomplete'],
        // Style sheets are read a second time for nothing but a rule that is off by default.
        preload: { assets: ['media'] },
        ...(rules && { runOnly: rules }),
      }
      return axe.run(inside ?? document, options)
    },
    [inside, rules] as const,
  )
}

const written = (findings: Finding[]) =>
  findings.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)

export const violationsIn = async (page: Page) => written((await look(page)).violations)

// What moves or fades is see-through for a moment, and pale text is no finding.
const settled = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'))

/** Also what axe could not decide. */
export async function poorContrastIn(page: Page, inside: string) {
  await settled(page)
  const { violations, incomplete } = await look(page, { inside, rules: ['color-contrast'] })
  return written([...violations, ...incomplete])
}

const COLOURS: Look = { rules: ['color-contrast'] }

/**
 * The walk (walk.ts) and axe: everything in the light mode, and the colours in the dark one, since nothing else differs. Of what
 * has nothing that this run has not seen, only the colours in the light mode: they depend on the window too.
 */
export async function expectAccessible(page: Page, what = page.url()) {
  const expectNone = async (mode: string, rules?: Look) => {
    await settled(page)
    const { violations } = await look(page, rules)
    expect.soft(written(violations), `${what}, ${mode}`).toEqual([])
  }
  await settled(page)
  const isNew = await expectWalkable(page, what)
  await expectNone('light', isNew ? {} : COLOURS)
  if (isNew) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectNone('dark', COLOURS)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await takePictures(page, what)
}
