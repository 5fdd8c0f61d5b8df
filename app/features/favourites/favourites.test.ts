import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SAVED } from '../../../contract/limits.ts'

/** The server: which events an account has saved, and what it was asked. */
const account = { ids: [] as number[], asked: [] as string[], gates: [] as Promise<void>[], refuses: false }

async function called(what: string) {
  account.asked.push(what)
  await account.gates.shift()
  if (account.refuses) throw new Error('refused')
}

const favouriteCalls = {
  ids: async () => {
    await called('ids')
    return [...account.ids]
  },
  adopt: async ({ body }: { body: { eventIds: number[] } }) => {
    await called(`adopt ${body.eventIds.join()}`)
    account.ids = [...new Set([...body.eventIds, ...account.ids])]
    return [...account.ids]
  },
  save: async ({ params }: { params: { eventId: number } }) => {
    await called(`save ${params.eventId}`)
    account.ids = [...new Set([params.eventId, ...account.ids])]
    return null
  },
  remove: async ({ params }: { params: { eventId: number } }) => {
    await called(`remove ${params.eventId}`)
    account.ids = account.ids.filter((id) => id !== params.eventId)
    return null
  },
}

vi.mock('../../lib/load-api.ts', () => ({ loadApi: () => Promise.resolve({ favourites: favouriteCalls }) }))

/** Two tabs share what the device keeps; each has its own code, and gets an event when the other stores something. */
const kept = new Map<string, string>()
const tabs = new EventTarget()

class StorageChange extends Event {
  key: string
  storageArea: unknown
  constructor(key: string) {
    super('storage')
    this.key = key
    this.storageArea = globalThis.localStorage
  }
}

function changed(key: string) {
  tabs.dispatchEvent(new StorageChange(key))
}

const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}

async function openTab() {
  vi.resetModules()
  return import('./favourites.ts')
}

beforeEach(() => {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', tabs.addEventListener.bind(tabs))
  vi.stubGlobal('removeEventListener', tabs.removeEventListener.bind(tabs))
  kept.clear()
  Object.assign(account, { ids: [], asked: [], gates: [], refuses: false })
})
afterEach(() => vi.unstubAllGlobals())

const nothing = () => undefined
const onDevice = () => JSON.parse(kept.get('favourites') ?? '[]') as number[]

describe('a visitor', () => {
  test('saves on the device, the newest first, and asks the server for nothing', async () => {
    const tab = await openTab()
    await tab.lookUpFavourites()
    await tab.setFavourite(7, true)
    await tab.setFavourite(8, true)
    await tab.setFavourite(7, true)
    expect(onDevice()).toEqual([8, 7])
    expect([tab.isFavourite(7), tab.isFavourite(9)]).toEqual([true, false])
    await tab.setFavourite(8, false)
    await tab.setFavourite(7, false)
    expect(kept.has('favourites')).toBe(false)
    expect(account.asked).toEqual([])
  })

  test('is told when the device is full, and nothing that was saved is lost', async () => {
    const tab = await openTab()
    const full = Array.from({ length: SAVED.onDevice }, (_, n) => n + 1)
    kept.set('favourites', JSON.stringify(full))
    await expect(tab.setFavourite(999, true)).rejects.toThrow('This device can keep 100 saved events.')
    expect(onDevice()).toEqual(full)
    expect(tab.isFavourite(999)).toBe(false)
  })

  test.each(['{', 'null', '{"a":1}', '[null,"7",-1,0.5]'])(
    'has saved nothing where the storage holds %s',
    async (text) => {
      kept.set('favourites', text)
      const tab = await openTab()
      await tab.lookUpFavourites()
      expect(tab.knownFavourites()).toEqual([])
    },
  )

  test('sees in another tab what was saved in this one', async () => {
    const [first, second] = [await openTab(), await openTab()]
    const heard = vi.fn(nothing)
    second.onFavourites(heard)
    await second.lookUpFavourites()
    await first.setFavourite(7, true)
    changed('favourites')
    expect(second.isFavourite(7)).toBe(true)
    expect(heard).toHaveBeenCalled()
  })
})

describe('a member', () => {
  beforeEach(() => kept.set('token', 'nora'))

  test('is asked about once, however many hearts there are', async () => {
    account.ids = [7]
    const tab = await openTab()
    await Promise.all([tab.lookUpFavourites(), tab.lookUpFavourites()])
    await tab.lookUpFavourites()
    expect(account.asked).toEqual(['ids'])
    expect(tab.isFavourite(7)).toBe(true)
  })

  test('sees the heart at once, and the last of several presses is what the account has in the end', async () => {
    const tab = await openTab()
    await tab.lookUpFavourites()
    let answer = nothing
    account.gates = [new Promise((resolve) => (answer = resolve as typeof nothing))]
    const first = tab.setFavourite(7, true)
    expect(tab.isFavourite(7)).toBe(true)
    await vi.waitFor(() => expect(account.asked).toContain('save 7'))
    const second = tab.setFavourite(7, false)
    expect(tab.isFavourite(7)).toBe(false)
    answer()
    await Promise.all([first, second])
    expect(account.asked).toEqual(['ids', 'save 7', 'remove 7'])
    expect([account.ids, tab.isFavourite(7)]).toEqual([[], false])
    expect(kept.has('favourites')).toBe(false)
  })

  test('sees the heart as it was when the server refuses', async () => {
    const tab = await openTab()
    await tab.lookUpFavourites()
    account.refuses = true
    await expect(tab.setFavourite(7, true)).rejects.toThrow('refused')
    expect(tab.isFavourite(7)).toBe(false)
  })

  test('sees in another tab what was saved in this one', async () => {
    const [first, second] = [await openTab(), await openTab()]
    second.onFavourites(nothing)
    await second.lookUpFavourites()
    await first.lookUpFavourites()
    await first.setFavourite(7, true)
    expect(kept.get('favouritesChanged')).toBeDefined()
    changed('favouritesChanged')
    await vi.waitFor(() => expect(second.isFavourite(7)).toBe(true))
  })
})

describe('signing in', () => {
  test('takes along what the device kept, once, and shows the account’s as well', async () => {
    account.ids = [3]
    const tab = await openTab()
    await tab.lookUpFavourites()
    await tab.setFavourite(7, true)
    kept.set('token', 'nora')
    await tab.lookUpFavourites()
    expect(account.asked).toEqual(['adopt 7'])
    expect([tab.isFavourite(7), tab.isFavourite(3)]).toEqual([true, true])
    expect(kept.has('favourites')).toBe(false)
    await tab.lookUpFavourites({ again: true })
    expect(account.asked).toEqual(['adopt 7', 'ids'])
  })

  test('that cannot reach the server keeps it on the device for the next page', async () => {
    kept.set('favourites', '[7]')
    kept.set('token', 'nora')
    const tab = await openTab()
    account.refuses = true
    await expect(tab.lookUpFavourites()).rejects.toThrow('refused')
    expect(onDevice()).toEqual([7])
    account.refuses = false
    await tab.lookUpFavourites()
    expect(account.ids).toEqual([7])
  })

  test('as somebody else shows nothing of the one before, also when an answer comes late', async () => {
    account.ids = [3]
    kept.set('token', 'nora')
    const tab = await openTab()
    let answer = nothing
    account.gates = [new Promise((resolve) => (answer = resolve as typeof nothing))]
    const late = tab.lookUpFavourites()
    kept.delete('token')
    await tab.lookUpFavourites()
    answer()
    await late
    expect(tab.knownFavourites()).toEqual([])
  })
})
