import { beforeEach, describe, expect, test } from 'vitest'
import { createLocationKeeper, type LocationPorts } from './location-keeper.ts'
import { NOTHING_KNOWN, type BrowserPermission, type Coordinates, type Remembered } from './location-machine.ts'
import { ApiError } from '../../../contract/api-error.ts'
import { Sentence } from '../../lib/failure.ts'
import { saveFailure } from './browser-location.ts'
import { parseCoordinates } from './remembered-location.ts'

const dublin = { lat: 53.35, lng: -6.26 }

/** A browser, its storage and a server, all played. */
function device(browser: BrowserPermission, remembered: Remembered = { permission: null, coordinates: null }) {
  const played = {
    state: NOTHING_KNOWN,
    stored: remembered,
    browser,
    position: dublin as Coordinates | { code: number; message: string },
    serverFails: null as string | null,
    saves: [] as Coordinates[],
    told: [] as string[],
    places: [] as string[],
  }
  const ports: LocationPorts = {
    browserPermission: async () => played.browser,
    locate: async () => {
      if ('code' in played.position) throw played.position
      return played.position
    },
    read: () => played.stored,
    remember: (next) => (played.stored = next),
    save: async (coordinates) => {
      played.saves.push(coordinates)
      if (played.serverFails) throw new Sentence(played.serverFails)
      return 'Dublin'
    },
    onChange: (state) => (played.state = state),
    onProblem: (message) => played.told.push(message),
    onTown: (town) => played.places.push(town),
  }
  return Object.assign(played, { keeper: createLocationKeeper(ports) })
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a visitor who allowed location before', () => {
  let here: ReturnType<typeof device>
  beforeEach(async () => {
    here = device('granted', { permission: 'granted', coordinates: dublin })
    await here.keeper.check()
  })

  test('is saved once it is known who they are, and once only', async () => {
    expect(here.saves).toEqual([])
    here.keeper.setVisitor('visitor')
    await here.keeper.check()
    here.keeper.setVisitor('visitor')
    await here.keeper.check()
    await settled()
    expect(here.saves).toEqual([dublin])
    expect(here.state).toMatchObject({ status: 'granted', loading: false, error: null })
  })

  test('is saved again after signing in, because only a member is kept', async () => {
    here.keeper.setVisitor('visitor')
    here.keeper.setVisitor(null)
    here.keeper.setVisitor('user 7')
    await settled()
    expect(here.saves).toEqual([dublin, dublin])
  })

  test('stays granted when the save fails, is told so once, and it is not tried over and over', async () => {
    here.serverFails = 'Failed to save location data'
    here.keeper.setVisitor('visitor')
    await settled()
    await here.keeper.check()
    await settled()
    expect(here.saves).toHaveLength(1)
    expect(here.state).toMatchObject({ status: 'granted', error: 'Failed to save location data' })
    expect(here.told).toEqual(['Failed to save location data'])
  })
})

test('a visitor who allows it now is located, remembered and saved', async () => {
  const here = device('prompt')
  here.keeper.setVisitor('visitor')
  await here.keeper.check()
  expect(here.state).toMatchObject({ initialized: true, status: 'prompt' })
  here.keeper.request()
  expect(here.state.loading).toBe(true)
  await settled()
  expect(here.state).toMatchObject({ status: 'granted', coordinates: dublin, loading: false })
  expect(here.stored).toEqual({ permission: 'granted', coordinates: dublin })
  expect(here.saves).toEqual([dublin])
})

test('a visitor who asks again at the same place is saved again', async () => {
  const here = device('granted', { permission: 'granted', coordinates: dublin })
  here.keeper.setVisitor('visitor')
  await here.keeper.check()
  await settled()
  here.keeper.request()
  await settled()
  expect(here.saves).toEqual([dublin, dublin])
})

test('a visitor whose own request could not be saved is told so', async () => {
  const here = device('prompt')
  here.serverFails = 'Unknown error saving location'
  here.keeper.setVisitor('visitor')
  await here.keeper.check()
  here.keeper.request()
  await settled()
  expect(here.told).toEqual(['Unknown error saving location'])
  expect(here.state.status).toBe('granted')
})

test('a visitor whose browser refuses is not saved, and nothing of their place is left', async () => {
  const here = device('prompt', { permission: null, coordinates: dublin })
  here.keeper.setVisitor('visitor')
  await here.keeper.check()
  here.position = { code: 1, message: 'User denied Geolocation' }
  here.keeper.request()
  await settled()
  expect(here.stored).toEqual({ permission: 'denied', coordinates: null })
  expect(here.saves).toEqual([])
  expect(here.told, 'the dialog is closed by then').toEqual(['Error getting location: User denied Geolocation'])
})

test('a visitor whose browser knows no geolocation is told so', async () => {
  const here = device('unsupported')
  await here.keeper.check()
  expect(here.told).toEqual(['Geolocation is not supported by this browser.'])
})

test('what the dialog shows is not told a second time beside it', async () => {
  const here = device('prompt')
  await here.keeper.check()
  here.position = { code: 3, message: 'Timeout expired' }
  here.keeper.request()
  await settled()
  expect(here.state.error).toBe('Error getting location: Timeout expired')
  expect(here.told).toEqual([])
})

test('what device storage holds is believed only if it is a place on Earth', () => {
  expect(parseCoordinates(JSON.stringify(dublin))).toEqual(dublin)
  for (const text of [null, '', 'null', '{}', '[1,2]', '{"lat":"1","lng":2}', '{"lat":91,"lng":0}', '{"lat":1', '7'])
    expect(parseCoordinates(text)).toBeNull()
})

test("a failed save speaks in the server's words, or in the specification's", () => {
  expect(saveFailure(new ApiError(400, 'Lat must be a number'))).toBe('Lat must be a number')
  expect(saveFailure(new ApiError(502, ''))).toBe('Failed to save location data')
  expect(saveFailure(new Error('chunk missing'))).toBe('Unknown error saving location')
  expect(saveFailure('what?')).toBe('Unknown error saving location')
})

test('allowing it says once which town is near; having allowed it before says nothing', async () => {
  const here = device('prompt')
  here.keeper.setVisitor('visitor')
  await here.keeper.check()
  here.keeper.request()
  await settled()
  expect(here.places).toEqual(['Dublin'])
  here.keeper.setVisitor('user 7')
  await settled()
  expect(here.places).toEqual(['Dublin'])

  const before = device('granted', { permission: 'granted', coordinates: dublin })
  before.keeper.setVisitor('visitor')
  await before.keeper.check()
  await settled()
  expect([before.saves.length, before.places]).toEqual([1, []])
})
