import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ballotFile, type BallotEntry, type BallotFile, type BallotSource } from './ballot-file.ts'
import { findBallotProblems, leafOf, orderEntries, readDrawNumber, rootOf, roundAt, sortEntries } from './ballot.ts'
import { isRoundSignature } from './drand.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const sha256OfHex = (hex: string) => createHash('sha256').update(hex, 'hex').digest('hex')

const folder = mkdtempSync(join(tmpdir(), 'ballot-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const entryOf = (n: number): BallotEntry => {
  const seats = (n % 4) + 1
  return { seats, leaf: leafOf(sha256, { eventId: 7, entryId: n, seats, salt: `${n}`.padStart(32, '0') }) as string }
}

// Published by drand: quicknet's round 1000 and the one after it.
const ROUND = 1000
const ROUND_AT = '2023-08-23T15:59:24.000Z'
const SIGNATURE = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const RANDOMNESS = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd'

const DRAW: BallotSource = { kind: 'draw', name: 'EuroMillions of Friday 27 November', at: '2026-11-27T20:00:00.000Z' }
const DRAND: BallotSource = { kind: 'drand', round: ROUND, at: ROUND_AT, signature: SIGNATURE }

async function drawn(source: BallotSource, number: string, entries: BallotEntry[]): Promise<BallotFile> {
  const list = sortEntries(entries)
  const root = await rootOf(sha256, list)
  return { state: 'drawn', source, root, number, entries: list, order: await orderEntries(sha256, root, number, list) }
}

const TWENTY = Array.from({ length: 20 }, (_, n) => entryOf(n))
const honest = { draw: await drawn(DRAW, '7 12 23 34 45 2 9', TWENTY), drand: await drawn(DRAND, RANDOMNESS, TWENTY) }

interface Verdict {
  isWhole: boolean
  said: string
}

function script(...args: string[]): Verdict {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ballot.ts', ...args], { encoding: 'utf8' })
  return { isWhole: status === 0, said: stdout + stderr }
}

const means = { sha256, sha256OfHex, isRoundSignature }

// To start Python takes longer than all it has to do.
const EACH = `
import contextlib, io, json, runpy, sys
verdicts = {}
for name, arguments in json.load(open(sys.argv[1])).items():
    sys.argv, out = ["", *arguments], io.StringIO()
    with contextlib.redirect_stdout(out):
        try: runpy.run_path("docs/ballot-verify.py")
        except SystemExit as end: verdicts[name] = {"isWhole": end.code == 0, "said": out.getvalue()}
print(json.dumps(verdicts))`

const hasPython = spawnSync('python3', ['--version']).status === 0
const published = write('round.json', { round: ROUND, randomness: RANDOMNESS, signature: SIGNATURE })

/** What docs/ballot-verify.py says about each, with the root of the email and drand's own publication beside it. */
function askPython(files: Record<string, { file: BallotFile; root: string | null }>): Record<string, Verdict> {
  const list = Object.entries(files).map(([name, { file, root }], at) => {
    return [name, [write(`${at}.json`, file), `root=${root ?? ''}`, `round=${published}`]]
  })
  const { stdout, stderr } = spawnSync('python3', ['-c', EACH, write('files.json', Object.fromEntries(list))], {
    encoding: 'utf8',
  })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout) as Record<string, Verdict>
}

// The point with the other sign: well formed, and signed by nobody.
const FORGED = `9${SIGNATURE.slice(1)}`

const swapped = <T>(list: readonly T[]): T[] => [list[1] as T, list[0] as T, ...list.slice(2)]

type Tampering = (file: BallotFile) => BallotFile | Promise<BallotFile>

/** The list is another one, and everything after it follows: only the root in the email shows it. */
const redrawn =
  (change: (entries: BallotEntry[]) => BallotEntry[]): Tampering =>
  (file) =>
    drawn(file.source, file.number ?? '', change(file.entries))

const heavier = ([first, ...rest]: BallotEntry[]): BallotEntry[] =>
  first ? [{ ...first, seats: (first.seats % 4) + 1 }, ...rest] : rest

const TAMPERINGS: [string, Tampering, RegExp][] = [
  ['an entry put in', (file) => ({ ...file, entries: sortEntries([...file.entries, entryOf(99)]) }), /its root/],
  ['an entry left out', (file) => ({ ...file, entries: file.entries.slice(1) }), /its root/],
  ['an entry twice', (file) => ({ ...file, entries: sortEntries([...file.entries, entryOf(3)]) }), /twice/],
  ['the list in another order', (file) => ({ ...file, entries: swapped(file.entries) }), /not sorted/],
  ['other seats', (file) => ({ ...file, entries: heavier(file.entries) }), /its root/],
  ['an entry put in, all drawn again', redrawn((entries) => [...entries, entryOf(99)]), /in the email/],
  ['an entry left out, all drawn again', redrawn((entries) => entries.slice(1)), /in the email/],
  ['other seats, all drawn again', redrawn(heavier), /in the email/],
  ['another order', (file) => ({ ...file, order: swapped(file.order) }), /order does not follow/],
  ['somebody left out of the order', (file) => ({ ...file, order: file.order.slice(1) }), /order does not follow/],
  ['another number', (file) => ({ ...file, number: '8' }), /order does not follow/],
]

const OF_DRAND: [string, Tampering, RegExp][] = [
  ['another number, all drawn again', (file) => drawn(DRAND, sha256('8'), file.entries), /number is not the/],
  [
    'a signature that drand never made, all drawn again',
    async (file) => ({
      ...(await drawn(DRAND, sha256OfHex(FORGED), file.entries)),
      source: { ...DRAND, signature: FORGED },
    }),
    /not that of this round|published another number/,
  ],
  ['another round', (file) => ({ ...file, source: { ...DRAND, round: ROUND + 1 } }), /announced time/],
]

describe('a published ballot', () => {
  test('is found to be whole, and says with which public draw to compare it', () => {
    const { draw } = honest
    const whole = script('verify', write('draw.json', draw), `root=${draw.root ?? ''}`)
    expect(whole.isWhole).toBe(true)
    expect(whole.said).toContain('7 12 23 34 45 2 9 with the published one: EuroMillions of Friday 27 November')
    expect(whole.said).toContain('The order follows from the list')
  })

  test('that somebody tampered with is found out by both verifiers', async () => {
    const cases = [
      ...TAMPERINGS.map(([name, ...rest]) => ['draw', name, ...rest] as const),
      ...OF_DRAND.map(([name, ...rest]) => ['drand', name, ...rest] as const),
    ]
    const files: Record<string, { file: BallotFile; root: string | null }> = {}
    for (const [kind, name, tamper, problem] of cases) {
      const { root } = honest[kind]
      const file = await tamper(honest[kind])
      files[name] = { file, root }
      expect((await findBallotProblems(file, means, root ?? '')).join(), name).toMatch(problem)
    }
    if (!hasPython) return
    const honestOnes = Object.entries(honest).map(([kind, file]) => [kind, { file, root: file.root }])
    const said = askPython({ ...files, ...(Object.fromEntries(honestOnes) as typeof files) })
    for (const [, name, , problem] of cases) {
      expect(said[name]?.isWhole, name).toBe(false)
      expect(said[name]?.said, name).toMatch(problem)
    }
    for (const kind of ['draw', 'drand']) expect(said[kind]).toMatchObject({ isWhole: true })
  })

  test('that is none, or has problems, fails with sentences', () => {
    const { draw } = honest
    const none = script('verify', write('none.json', { ...draw, entries: [{ leaf: 'x', seats: 9 }] }))
    expect(none).toEqual({ isWhole: false, said: 'This is no ballot: entries.0.leaf is not as it must be.\n' })
    const changed = script('verify', write('changed.json', { ...draw, order: draw.order.slice(1) }))
    expect(changed).toEqual({ isWhole: false, said: 'The order does not follow from the list and the number.\n' })
  })

  test('before its draw has a root to compare and no order', async () => {
    const closed: BallotFile = { ...honest.draw, state: 'closed', number: null, order: [] }
    expect(await findBallotProblems(closed, means)).toEqual([])
    const early = await findBallotProblems({ ...closed, number: '8' }, means)
    expect(early.join()).toContain('before the draw')
    expect(await findBallotProblems({ ...closed, root: null, entries: [] }, means)).toEqual([
      'The list is closed and has no root.',
    ])
  })
})

/** How far counts are from what was expected. */
const chiSquared = (counts: number[], expected: number[]) =>
  counts.reduce((sum, count, at) => sum + (count - (expected[at] ?? 0)) ** 2 / (expected[at] ?? 1), 0)

const ordersOf = (items: number[]): number[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((first) => ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]))

/** Drawing without replacement, each with the weight 1/seats. */
function chanceOf(order: number[], seats: number[]): number {
  const weights = order.map((at) => 1 / (seats[at] ?? 1))
  return weights.reduce((chance, weight, at) => {
    return (chance * weight) / weights.slice(at).reduce((sum, each) => sum + each, 0)
  }, 1)
}

async function countOrders(seats: number[], draws: number): Promise<number[]> {
  const entries = seats.map((each, at) => ({ leaf: sha256(`leaf ${at}`), seats: each }))
  const orders = ordersOf(seats.map((_, at) => at)).map((order) => order.map((at) => entries[at]?.leaf).join())
  const counts = new Map(orders.map((order) => [order, 0]))
  for (let draw = 0; draw < draws; draw++) {
    const order = (await orderEntries(sha256, sha256('root'), `${draw}`, entries)).join()
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  return [...counts.values()]
}

describe('the order', () => {
  // Each limit is passed by chance in one of 1,000 trials; the draws are always the same ones.
  test('gives an entry for k seats a k-th of the chance, in every place', async () => {
    const [draws, seats] = [6_000, [1, 2, 3, 4]]
    const counts = await countOrders(seats, draws)
    const orders = ordersOf([0, 1, 2, 3])
    expect(
      chiSquared(
        counts,
        orders.map((order) => draws * chanceOf(order, seats)),
      ),
    ).toBeLessThan(49.73)
    const alike = orders.map((order) => draws * chanceOf(order, [1, 1, 1, 1]))
    expect(chiSquared(counts, alike), 'the test notices equal chances').toBeGreaterThan(1_000)
  })

  test.each([1, 2, 3, 4])('gives entries for %i seats each the same chance', async (k) => {
    const draws = 1_500
    const counts = await countOrders([k, k, k], draws)
    expect(
      chiSquared(
        counts,
        counts.map(() => draws / 6),
      ),
    ).toBeLessThan(20.52)
  })

  test('tells numbers apart that differ only in their last digit', async () => {
    const nearly = (text: string) => (text.endsWith('b'.repeat(64)) ? 'fffffffffffffffe' : 'ffffffffffffffff')
    const entries = ['a', 'b', 'c'].map((letter) => ({ leaf: letter.repeat(64), seats: 1 }))
    expect((await orderEntries(nearly, 'root', '1', entries)).map((leaf) => leaf[0]).join('')).toBe('acb')
  })

  test('is by leaf where the drawn numbers are the same', async () => {
    const same = () => 'f'.repeat(64)
    const entries = ['b', 'a', 'c'].map((letter) => ({ leaf: letter.repeat(64), seats: 2 }))
    const order = await orderEntries(same, 'root', '1', entries)
    expect(order.map((leaf) => leaf[0]).join('')).toBe('abc')
  })
})

describe('what goes into a ballot', () => {
  test('is hashed with newlines between its parts', async () => {
    const receipt = { eventId: 7, entryId: 12, seats: 2, salt: 'ab' }
    expect(await leafOf(sha256, receipt)).toBe(sha256('hooley-ballot-1\n7\n12\n2\nab'))
    const [one, two] = [
      { leaf: sha256('1'), seats: 1 },
      { leaf: sha256('2'), seats: 4 },
    ]
    const lines = [`${one.leaf} 1\n`, `${two.leaf} 4\n`].sort().join('')
    expect(await rootOf(sha256, [two, one])).toBe(sha256(lines))
  })

  test.each([
    ['07 12 23 34 45 + 02 09', '7 12 23 34 45 2 9'],
    ['0', '0'],
    ['12345', '12345'],
    ['007', '7'],
    ['', null],
    ['7 and 8', null],
    ['1'.repeat(21), null],
  ])('is a number that everybody writes alike: %j', (typed, read) => {
    expect(readDrawNumber(typed)).toBe(read)
  })

  test('is a round of drand that does not exist before its time', () => {
    expect(roundAt(new Date(ROUND_AT))).toBe(ROUND)
    expect(roundAt(new Date(Date.parse(ROUND_AT) + 1))).toBe(ROUND + 1)
    expect(sha256OfHex(SIGNATURE)).toBe(RANDOMNESS)
    expect(ballotFile.safeParse(honest.drand).success).toBe(true)
  })
})
