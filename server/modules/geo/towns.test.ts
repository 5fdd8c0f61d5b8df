import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { world } from '../../test-support/world.ts'
import { findTown, townOfVenue } from './towns.ts'

const nameOf = (town: { city: string; countryCode: string } | null) => town && `${town.city} ${town.countryCode}`

describe('a town by its name', () => {
  test.each([
    ['Dublin', 'Dublin IE'],
    ['  DUBLIN ', 'Dublin IE'],
    ['reykjavik', 'Reykjavík IS'],
    ['Dublin, Ohio', 'Dublin US'],
    ['Dublin, Ohio, United States', 'Dublin US'],
    ['Dublin, ie', 'Dublin IE'],
    ['New York', 'New York City US'],
    ['Dublin, Spain', null],
    ['Cobh', 'Cobh IE'],
    ['Corcaigh', 'Cork IE'],
    ['Baile Átha Cliath', 'Dublin IE'],
    ['Cill Airne', 'Killarney IE'],
    ['Londonderry', 'Derry GB'],
    ['München', 'Munich DE'],
    ['Cologne', 'Köln DE'],
    ['Warszawa', 'Warsaw PL'],
    ['Αθήνα', 'Athens GR'],
    ['Москва', 'Moscow RU'],
    ['東京', 'Tokyo JP'],
    ['القاهرة', 'Cairo EG'],
    ['Nowhere in Particular', null],
    ['', null],
    [',,,', null],
  ])('%j is %s', (text, found) => {
    expect(nameOf(findTown(text))).toBe(found)
  })

  test('of two the one in the country of the time zone is meant', () => {
    expect(nameOf(findTown('Dublin', 'America/New_York'))).toBe('Dublin US')
    expect(nameOf(findTown('Dublin', 'Europe/Dublin'))).toBe('Dublin IE')
    expect(nameOf(findTown('Dublin', 'Asia/Tokyo'))).toBe('Dublin IE')
  })
})

describe('the town of a venue', () => {
  test.each([
    ['The Cobblestone, Dublin', 'Dublin IE'],
    ['Vicar Street, Dublin 8', 'Dublin IE'],
    ['The Promenade, Strandhill, Sligo', 'Sligo IE'],
    ['Galway', 'Galway IE'],
    ['Cork, Dublin', 'Dublin IE'],
    ['Hook Lighthouse, Co. Wexford', null],
    ['Dublin Castle', null],
    ["Matt Molloy's, Westport", 'Westport IE'],
    ['Gleneagle, Killarney', 'Killarney IE'],
    ['The Falls, Lahinch', 'Lahinch IE'],
    ['Theatre, Munich', null],
    ['An Taibhdhearc, Gaillimh', 'Galway IE'],
    ['', null],
  ])('%j is %s', (venue, found) => {
    expect(nameOf(townOfVenue(venue, 'Europe/Dublin'))).toBe(found)
  })
})

const lines = readFileSync(new URL('./cities.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const towns = lines.map((line) => {
  const [name = '', , code = '', , , inhabitants] = line.split('\t')
  return { name, code, inhabitants: Number(inhabitants) }
})

test.each([
  ['Europe/Dublin', ['IE']],
  ['Europe/London', ['GB', 'GG', 'IM', 'JE']],
  ['America/Chicago', ['US']],
  ['Asia/Tokyo', ['JP']],
])('whatever town a venue in %s names, it is never put into another country', (zone, countries) => {
  // Large and small ones of all countries, and some of this one.
  const here = towns.filter(({ code }) => countries.includes(code)).slice(0, 5)
  const named = [...here, ...towns.filter((_, index) => index % 2_000 === 7)]
  const found = named.flatMap(({ name }) => townOfVenue(`The Hall, ${name}`, zone) ?? [])
  expect(found.length).toBeGreaterThanOrEqual(here.length)
  expect(found.filter(({ countryCode }) => !countries.includes(countryCode))).toEqual([])
})

test('the list has towns of 1,000 inhabitants in Ireland and the United Kingdom and of 5,000 elsewhere', () => {
  const isHere = ({ code }: { code: string }) => code === 'IE' || code === 'GB'
  const between = (least: number, most: number, isMeant: (town: { code: string }) => boolean) =>
    towns.filter((town) => isMeant(town) && town.inhabitants >= least && town.inhabitants < most)
  const elsewhere = (town: { code: string }) => !isHere(town)
  expect(between(1_000, 5_000, isHere).length).toBeGreaterThan(2_000)
  expect(between(5_000, 15_000, elsewhere).length).toBeGreaterThan(20_000)
  // Of smaller ones, capitals and a short list of Irish places that have events.
  const small = [...between(0, 1_000, isHere), ...between(0, 5_000, elsewhere)]
  expect(small.length).toBeLessThan(60)
  expect(small.map(({ name }) => name)).toEqual(expect.arrayContaining(['Lahinch', 'Doolin', 'Vatican City']))
})

test('up to 8 towns that begin so, the largest first, each under a name that leads back to it', async () => {
  const { visitor, app } = await world()
  const towns = await visitor.geo.towns({ query: { q: 'dubl' } })
  expect(towns[0]).toMatchObject({ city: 'Dublin', countryCode: 'IE', name: 'Dublin' })
  expect(towns[1]).toMatchObject({ city: 'Dublin', region: 'California', name: 'Dublin, California, United States' })
  for (const town of towns) expect(findTown(town.name)).toEqual(town)
  expect(await visitor.geo.towns({ query: { q: 'a' } })).toHaveLength(8)
  expect((await visitor.geo.towns({ query: { q: 'paulo' } })).map(({ city }) => city)).toContain('São Paulo')
  expect(await visitor.geo.towns({ query: { q: 'xyzzy' } })).toEqual([])
  for (const query of ['', '?q=', `?q=${'x'.repeat(200)}`, '?q=%00'])
    expect((await app.inject(`/api/geo/towns${query}`)).statusCode).toBe(400)
})
