// The bytes of first views against their budgets: fails when one grows past it, or zod comes with a screen.
import { measureFirstViews, screensWithZod } from './first-view.ts'

const KB = 1024
const problems: string[] = []
for (const { what, bytes, budget } of measureFirstViews()) {
  const line = `${what}: ${(bytes / KB).toFixed(1)} of ${budget / KB} KB gzipped`
  if (bytes > budget) problems.push(`${line}: over its budget`)
  else console.log(line)
}

const withZod = screensWithZod()
if (withZod.length > 0) problems.push(`These screens import zod: ${withZod.join(', ')}`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
