// One row a figure: what was measured, what it is held against, their ratio, met or not.

export interface Row {
  what: string
  figure: number
  unit: string
  /** What the figure is held against: a limit measured in the same run, or the aim itself. */
  limit: number
  /** The figure may be at most this many times the limit, or must be at least. */
  aim: { atMost: number } | { atLeast: number }
  /** How it was measured, when that needs saying. */
  note?: string
}

/** Ends the name of a row that was not measured as production runs by default. */
export const WITHOUT_LIMITS = 'RATE_LIMITS=off'

const ratioOf = ({ figure, limit }: Row) => figure / limit

export const isMet = (row: Row) =>
  'atMost' in row.aim ? ratioOf(row) <= row.aim.atMost : ratioOf(row) >= row.aim.atLeast

const short = (value: number) =>
  value >= 1000 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(0) : value.toFixed(2)

const HEAD = ['', 'figure', 'limit', 'ratio', 'aim', 'met']

export function printTable(rows: Row[]) {
  const lines = rows.map((row) => [
    row.what,
    `${short(row.figure)} ${row.unit}`,
    `${short(row.limit)} ${row.unit}`,
    ratioOf(row).toFixed(2),
    'atMost' in row.aim ? `<= ${row.aim.atMost}` : `>= ${row.aim.atLeast}`,
    isMet(row) ? 'yes' : 'NO',
  ])
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...lines].map((line) => line[column]?.length ?? 0)))
  const print = (line: string[]) =>
    console.log(
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
  print(HEAD)
  lines.forEach(print)
}

export const median = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Of several rounds the one in the middle. */
export function typicalOf<Round>(rounds: Round[], figureOf: (round: Round) => number): Round {
  const [typical] = rounds.toSorted((a, b) => figureOf(a) - figureOf(b)).slice(Math.floor(rounds.length / 2))
  if (typical === undefined) throw new Error('Nothing was measured.')
  return typical
}

export const toJson = (rows: Row[]) =>
  rows.map((row) => ({ ...row, ratio: Number(ratioOf(row).toFixed(3)), met: isMet(row) }))
