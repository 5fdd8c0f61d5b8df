// The bytes of the first view against their budget (issue 7): fails when they grow past it, or zod comes with a screen.
import { BUDGET, firstViewBytes, screensWithZod } from './first-view.ts'

const KB = 1024
const sizes = firstViewBytes()
let isOver = false
for (const kind of ['JavaScript', 'CSS'] as const) {
  const line = `${kind} of the first view: ${(sizes[kind] / KB).toFixed(1)} of ${BUDGET[kind] / KB} KB gzipped`
  if (sizes[kind] <= BUDGET[kind]) console.log(line)
  else console.error(`${line}: over its budget`)
  isOver ||= sizes[kind] > BUDGET[kind]
}
console.log(`${sizes.scripts} scripts, ${sizes.sheets} sheet(s), which stand in the page`)

const withZod = screensWithZod()
if (withZod.length > 0) console.error(`These screens import zod: ${withZod.join(', ')}`)
if (isOver || withZod.length > 0) process.exit(1)
