// The table of all faults, as in docs/operators.md.
import type { Row } from './round.ts'

const answers = (counts: Map<number, number>) =>
  [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, times]) => `${times}×${status || 'none'}`)
    .join(' ')

/** The audit's sentences are counted words; what is not among them is nothing. */
const countIn = (sentences: string[], words: RegExp) =>
  sentences.filter((sentence) => words.test(sentence)).reduce((sum, sentence) => sum + (parseInt(sentence, 10) || 1), 0)

const HEAD = [
  'fault',
  'writes away',
  'lost',
  'doubled',
  'oversold',
  'bookings',
  'returns',
  'edits',
  'members',
  'pages',
  'slowest',
  'unasked pages',
  'old pages (said so / not)',
  'mails twice',
]

const cellsOf = (row: Row) => [
  row.fault.name,
  `${row.outage.toFixed(1)} s of ${row.fault.limit}`,
  String(countIn(row.audit, /gone|without exactly|given back/)),
  String(countIn(row.audit, /twice/)),
  String(countIn(row.audit, /oversold|differs/)),
  answers(row.bookings),
  answers(row.returns),
  answers(row.edits),
  answers(row.members),
  answers(row.pages),
  `${row.slowestPage.toFixed(1)} s`,
  answers(row.cold),
  `${row.outdated.marked} / ${row.outdated.unmarked}`,
  String(row.mailsTwice),
]

export function printRows(rows: Row[]) {
  const lines = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  for (const line of lines) console.log(`| ${line.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')} |`)
}
