import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTypeahead, DEBOUNCE_MS, type Suggestion } from './typeahead.ts'

interface Question {
  query: string
  signal: AbortSignal
  answer: (titles: string[]) => void
  fail: (error: Error) => void
}

function searchBox() {
  const asked: Question[] = []
  const logged: unknown[] = []
  let shown: Suggestion[] = []
  const typeahead = createTypeahead({
    fetchTitles: (query, signal) =>
      new Promise((answer, fail) => {
        asked.push({ query, signal, answer, fail })
      }),
    show: (suggestions) => (shown = suggestions),
    log: (error) => logged.push(error),
  })
  const typed = async (text: string) => {
    typeahead.type(text)
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS)
  }
  return { typeahead, typed, asked, logged, titles: () => shown.map(({ title }) => title), shown: () => shown }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

describe('the search box', () => {
  test('asks from the second character on', async () => {
    const box = searchBox()
    await box.typed('f')
    expect(box.asked).toHaveLength(0)
    await box.typed('fi')
    expect(box.asked.map(({ query }) => query)).toEqual(['fi'])
  })

  test('asks once for a word typed at once', async () => {
    const box = searchBox()
    for (const text of ['fi', 'fid', 'fidd', 'fiddl']) box.typeahead.type(text)
    await box.typed('fiddle')
    expect(box.asked.map(({ query }) => query)).toEqual(['fiddle'])
  })

  test('gives each suggestion its place in the answer as id', async () => {
    const box = searchBox()
    await box.typed('ni')
    box.asked[0]?.answer(['Fiddle Night', 'Night Ride'])
    await settled()
    expect(box.shown()).toEqual([
      { id: 0, title: 'Fiddle Night' },
      { id: 1, title: 'Night Ride' },
    ])
  })

  test('drops an answer that comes after a newer question', async () => {
    const box = searchBox()
    await box.typed('fi')
    await box.typed('fir')
    box.asked[1]?.answer(['Bonfire'])
    box.asked[0]?.answer(['Fiddle Night'])
    await settled()
    expect(box.titles()).toEqual(['Bonfire'])
    expect(box.asked[0]?.signal.aborted).toBe(true)
    expect(box.logged).toEqual([])
  })

  test('clears on Escape, and nothing comes back afterwards', async () => {
    const box = searchBox()
    await box.typed('fi')
    box.asked[0]?.answer(['Fiddle Night'])
    await settled()
    await box.typed('fid')
    box.typeahead.clear()
    expect(box.titles()).toEqual([])
    box.asked[1]?.answer(['Fiddle Night'])
    await settled()
    expect(box.titles()).toEqual([])
  })

  test('clears when the text becomes too short', async () => {
    const box = searchBox()
    await box.typed('fi')
    box.asked[0]?.answer(['Fiddle Night'])
    await settled()
    box.typeahead.type('f')
    expect(box.titles()).toEqual([])
  })

  test('logs a failure and clears the suggestions', async () => {
    const box = searchBox()
    await box.typed('fi')
    box.asked[0]?.answer(['Fiddle Night'])
    await settled()
    await box.typed('fid')
    box.asked[1]?.fail(new Error('gone'))
    await settled()
    expect(box.titles()).toEqual([])
    expect(box.logged).toEqual([new Error('gone')])
  })

  test('throws away an empty question inside the fetch', async () => {
    const box = searchBox()
    await box.typed('   ')
    expect(box.asked).toHaveLength(0)
    expect(box.logged).toEqual([new Error('Search query is required')])
  })
})
