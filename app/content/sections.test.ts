import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accessibility } from './accessibility.ts'
import { cookies } from './cookies.ts'
import { privacy } from './privacy.ts'
import { rules } from './rules.ts'
import { terms } from './terms.ts'

const frame = ['app/layout', 'app/ui']
  .flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id))

test.each([terms, privacy, cookies, rules, accessibility])(
  '$title: each section is found by an id of its own',
  ({ sections }) => {
    expect(frame).toContain('main')
    const ids = sections.map(({ id }) => id)
    expect(new Set([...frame, ...ids]).size).toBe(new Set(frame).size + ids.length)
  },
)
