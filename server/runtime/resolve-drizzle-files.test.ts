import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const HOOK = new URL('./resolve-drizzle-files.ts', import.meta.url).href
const SCHEMA = new URL('../db/schema/users.ts', import.meta.url).href
const MORE = new URL('../db/schema/events.ts', import.meta.url).href

// The hook that was registered last is asked first, so this one sees what ours does not know yet.
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const asked = []
  registerHooks({ resolve(specifier, context, next) {
    if (specifier.includes('drizzle-orm') || context.parentURL?.includes('/drizzle-orm/')) asked.push(specifier)
    return next(specifier, context)
  } })
  await import('${HOOK}')
  for (const file of ['${SCHEMA}', '${MORE}']) await import(file)
  console.log(JSON.stringify(asked))`

test('Node looks for each entrance of drizzle-orm once, and for none of the files behind them', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { encoding: 'utf8' })
  const asked = JSON.parse(said) as string[]
  expect(asked).toContain('drizzle-orm/pg-core')
  expect(asked.filter((specifier) => specifier.startsWith('.'))).toEqual([])
  expect(asked).toEqual([...new Set(asked)])
})
