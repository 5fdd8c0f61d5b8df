// The bytes of the first view against their budget (issue 7): fails when they grow past it.
import { BUDGET, firstViewBytes } from './first-view.ts'

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
if (isOver) process.exit(1)
