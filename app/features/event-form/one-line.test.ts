import { describe, expect, test } from 'vitest'
import { LONGEST_LINE, readLine, townCandidates, type LineReading } from './one-line.ts'

// Wednesday, half past one in Dublin.
const NOW = new Date('2026-11-18T13:30:00Z')
const TOWNS = new Map(
  ['Dublin', 'Galway', 'Cork', 'Dún Laoghaire', 'New York', 'Berlin'].map((name) => [
    name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
    name,
  ]),
)

type Row = [line: string, found: Partial<LineReading>]

const read = (line: string, now = NOW, timeZone = 'Europe/Dublin') => readLine(line, { now, timeZone, towns: TOWNS })

/** Only what was found, so that a row says everything. */
const found = (line: string) =>
  Object.fromEntries(
    Object.entries({ ...read(line) }).filter(([, value]: [string, string | string[]]) => value.length > 0),
  )

const WHOLE = { title: 'Trad session', startTime: '2026-11-20T20:00', venue: 'Cobblestone', capacity: '40' }
const FRIDAY = { title: 'Trad session', startTime: '2026-11-20T20:00' }

const ROWS: Row[] = [
  ['Trad session Fri 8pm Cobblestone 40 people', WHOLE],
  ['Trad session, Fri 8pm, Cobblestone, 40 people', WHOLE],
  ['Trad session at Cobblestone Fri 8pm 40 people', WHOLE],
  ['Fri 8pm Trad session at Cobblestone 40 places', WHOLE],
  ['Trad session on Friday at 20:00 @ Cobblestone for 40 people', WHOLE],
  ['40 people Trad session this Friday 8 p.m. Cobblestone', WHOLE],
  ['Trad session Fri 8pm Cobblestone Dublin 40 people', { ...WHOLE, venue: 'Cobblestone, Dublin', town: 'Dublin' }],
  [
    'Trad session Fri 8pm Cobblestone, Smithfield, Dublin',
    { ...FRIDAY, venue: 'Cobblestone, Smithfield, Dublin', town: 'Dublin' },
  ],
  ['Trad session at Cobblestone Fri 8pm dublin', { ...FRIDAY, venue: 'Cobblestone, Dublin', town: 'Dublin' }],
  ['Trad session Fri 8pm in Galway', { ...FRIDAY, town: 'Galway' }],
  ['Trad session Fri 8pm Walters dun laoghaire', { ...FRIDAY, venue: 'Walters, Dún Laoghaire', town: 'Dún Laoghaire' }],
  ['Trad session in New York Fri 8pm', { ...FRIDAY, town: 'New York' }],
  [
    'Best of Dublin Fri 8pm Vicar Street',
    { title: 'Best of Dublin', startTime: '2026-11-20T20:00', venue: 'Vicar Street' },
  ],
  [
    'A night at the opera Fri 8pm Gaiety',
    { title: 'A night at the opera', startTime: '2026-11-20T20:00', venue: 'Gaiety' },
  ],
  // Days.
  ['Quiz today 8pm', { title: 'Quiz', startTime: '2026-11-18T20:00' }],
  ['Quiz tonight 8pm Grogans', { title: 'Quiz', startTime: '2026-11-18T20:00', venue: 'Grogans' }],
  ['Quiz tomorrow 7.30pm', { title: 'Quiz', startTime: '2026-11-19T19:30' }],
  ['Quiz tomorrow night at 9pm', { title: 'Quiz', startTime: '2026-11-19T21:00' }],
  ['Quiz Wed 8pm', { title: 'Quiz', startTime: '2026-11-18T20:00' }],
  ['Quiz Wed 1pm', { title: 'Quiz', startTime: '2026-11-25T13:00' }],
  ['Quiz next Friday 8pm', { title: 'Quiz', startTime: '2026-11-27T20:00' }],
  ['Quiz next Wednesday 8pm', { title: 'Quiz', startTime: '2026-11-25T20:00' }],
  ['Quiz next Sunday 8pm', { title: 'Quiz', startTime: '2026-11-29T20:00' }],
  ['Quiz 21 Nov 8pm', { title: 'Quiz', startTime: '2026-11-21T20:00' }],
  ['Quiz 21st of November 2027, 8pm', { title: 'Quiz', startTime: '2027-11-21T20:00' }],
  ['Quiz Nov 21 8pm', { title: 'Quiz', startTime: '2026-11-21T20:00' }],
  ['Quiz Sat 21 Nov 8pm', { title: 'Quiz', startTime: '2026-11-21T20:00' }],
  ['Quiz Fri 21 Nov 8pm', { title: 'Quiz', startTime: '2026-11-21T20:00', notes: ['21st Nov is a Saturday.'] }],
  ['Quiz 3 Mar 8pm', { title: 'Quiz', startTime: '2027-03-03T20:00' }],
  ['Quiz 21/11 8pm', { title: 'Quiz', startTime: '2026-11-21T20:00' }],
  ['Quiz 21/11/27 8pm', { title: 'Quiz', startTime: '2027-11-21T20:00' }],
  ['Quiz 2026-12-01 19:00', { title: 'Quiz', startTime: '2026-12-01T19:00' }],
  [
    'Quiz every Tue 8pm',
    { title: 'Quiz', startTime: '2026-11-24T20:00', notes: ['Only the first date is filled in.'] },
  ],
  ['Sun Dance Sat 8pm Cobblestone', { title: 'Sun Dance', startTime: '2026-11-21T20:00', venue: 'Cobblestone' }],
  ['Tuesday Club Thurs 8pm', { title: 'Tuesday Club', startTime: '2026-11-19T20:00' }],
  ['Trad session Fri Cobblestone 8pm', { ...FRIDAY, venue: 'Cobblestone' }],
  // Times.
  ['Quiz Fri 7-9pm', { title: 'Quiz', startTime: '2026-11-20T19:00', endTime: '2026-11-20T21:00' }],
  [
    'Quiz Fri 7pm–9.30pm Grogans',
    { title: 'Quiz', startTime: '2026-11-20T19:00', endTime: '2026-11-20T21:30', venue: 'Grogans' },
  ],
  ['Brunch Sun 11-1pm', { title: 'Brunch', startTime: '2026-11-22T11:00', endTime: '2026-11-22T13:00' }],
  ['Rave Sat 10pm to 4am', { title: 'Rave', startTime: '2026-11-21T22:00', endTime: '2026-11-22T04:00' }],
  ['Rave Sat 22:00-04:00', { title: 'Rave', startTime: '2026-11-21T22:00', endTime: '2026-11-22T04:00' }],
  ['Rave Sat 10pm-2', { title: 'Rave', startTime: '2026-11-21T22:00', endTime: '2026-11-22T02:00' }],
  ['Quiz Fri 8pm until late', { title: 'Quiz', startTime: '2026-11-20T20:00' }],
  ['Quiz Fri 8pm till late, Grogans', { title: 'Quiz', startTime: '2026-11-20T20:00', venue: 'Grogans' }],
  ['Lunch Fri noon for 2 hours', { title: 'Lunch', startTime: '2026-11-20T12:00', endTime: '2026-11-20T14:00' }],
  [
    'Yoga Sat 9am for 90 minutes, up to 15',
    { title: 'Yoga', startTime: '2026-11-21T09:00', endTime: '2026-11-21T10:30', capacity: '15' },
  ],
  ['Dinner for 12 Fri 8pm', { title: 'Dinner', startTime: '2026-11-20T20:00', capacity: '12' }],
  ['Gala Fri 8pm RDS 1,200 seats', { title: 'Gala', startTime: '2026-11-20T20:00', venue: 'RDS', capacity: '1200' }],
  // A band, a film and a shop with numbers in their names.
  ['Blink 182 Fri 8pm 3Arena', { title: 'Blink 182', startTime: '2026-11-20T20:00', venue: '3Arena' }],
  ['2001: A Space Odyssey Fri 8pm', { title: '2001: A Space Odyssey', startTime: '2026-11-20T20:00' }],
  ['Open 24/7 party Fri 8pm', { title: 'Open 24/7 party', startTime: '2026-11-20T20:00' }],
  // Other scripts.
  ['ライブ 21 Nov 8pm 渋谷クラブ', { title: 'ライブ', startTime: '2026-11-21T20:00', venue: '渋谷クラブ' }],
  ['حفلة موسيقية Fri 20:00 مقهى', { title: 'حفلة موسيقية', startTime: '2026-11-20T20:00', venue: 'مقهى' }],
  [
    'Céilí mór Fri 8pm Áras Éanna 40 people',
    { title: 'Céilí mór', startTime: '2026-11-20T20:00', venue: 'Áras Éanna', capacity: '40' },
  ],
  // Bad ones.
  ['', {}],
  ['   ,,, @ ', {}],
  ['Trad session', { title: 'Trad session' }],
  ['Trad session Fri', { title: 'Trad session', notes: ['Add a time, such as 8pm.'] }],
  ['Trad session 8pm', { title: 'Trad session', notes: ['Add a day, such as Fri or 21 Nov.'] }],
  ['Quiz at 8 on Friday', { title: 'Quiz at 8', notes: ['Add a time, such as 8pm.'] }],
  ['Quiz today 9am', { title: 'Quiz', notes: ['That time has passed.'] }],
  ['Quiz 3 Mar 2025 8pm', { title: 'Quiz', notes: ['That time has passed.'] }],
  ['Quiz 31 Feb 8pm', { title: 'Quiz', notes: ['There’s no such day as 31 Feb.'] }],
  ['Quiz 45/13/2026 8pm', { title: 'Quiz', notes: ['There’s no such day as 45/13/2026.'] }],
  ['Quiz Fri 25:00', { title: 'Quiz', notes: ['Add a time, such as 8pm.'], venue: '25:00' }],
  [
    'Quiz Fri 8pm 0 people',
    { title: 'Quiz', startTime: '2026-11-20T20:00', notes: ['Capacity must be between 1 and 1,000,000.'] },
  ],
  [
    'Rave 28 Mar 2027 1:30am',
    { title: 'Rave', notes: ['The clocks go forward that night, so this time doesn’t exist.'] },
  ],
]

test('there are sixty lines and more', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(60)
})

describe('one line fills the form', () => {
  test.each(ROWS)('%s', (line, expected) => {
    expect(found(line)).toEqual(expected)
  })
})

test('10,000 letters are not read at all', () => {
  expect(found('Trad Fri 8pm '.repeat(800))).toEqual({ notes: [`Please use at most ${LONGEST_LINE} letters.`] })
})

test('an end that no clock shows is left to the form', () => {
  expect(read('Rave 27 Mar 2027 10pm-1:30am')).toMatchObject({ startTime: '2027-03-27T22:00', endTime: '' })
})

test('days are those of the event’s place', () => {
  // Already Thursday in Tokyo.
  expect(read('Quiz tonight 8pm', new Date('2026-11-18T15:30:00Z'), 'Asia/Tokyo').startTime).toBe('2026-11-19T20:00')
})

test('only words that may be a town are asked about, those of the venue first', () => {
  const surroundings = { now: NOW, timeZone: 'Europe/Dublin' }
  expect(townCandidates('Trad session Fri 8pm Cobblestone Dún Laoghaire 40 people', surroundings).slice(0, 3)).toEqual([
    'cobblestone dun laoghaire',
    'dun laoghaire',
    'laoghaire',
  ])
  expect(townCandidates('x'.repeat(10_000), surroundings)).toEqual([])
})

test('whatever is pasted is read in no time', () => {
  for (const part of ['8pm-', 'Fri ', '21 ', 'at ', ', ', '1', 'a.', '@', 'for 1 ']) {
    const started = performance.now()
    read(part.repeat(LONGEST_LINE).slice(0, LONGEST_LINE))
    expect(performance.now() - started, part).toBeLessThan(50)
  }
})
