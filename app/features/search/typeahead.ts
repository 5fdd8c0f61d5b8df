// What happens while somebody types in the search box: no React, so that time and answers can be played in tests.
import { TYPEAHEAD } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'

export interface Suggestion {
  /** Its place in the answer. */
  id: number
  title: string
}

interface Outside {
  fetchTitles: (query: string, signal: AbortSignal) => Promise<string[]>
  show: (suggestions: Suggestion[]) => void
  log: (error: unknown) => void
}

// Long enough that a word typed at once is one question, short enough not to be felt.
export const DEBOUNCE_MS = 150

export function createTypeahead({ fetchTitles, show, log }: Outside) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: AbortController | undefined

  const forget = () => {
    clearTimeout(timer)
    underWay?.abort()
    underWay = undefined
  }

  async function ask(text: string) {
    const mine = new AbortController()
    underWay = mine
    try {
      const query = text.trim()
      if (!query) throw new Error(messages.searchQueryRequired)
      const titles = await fetchTitles(query, mine.signal)
      if (!mine.signal.aborted) show(titles.map((title, id) => ({ id, title })))
    } catch (error) {
      // A response to an outdated query is not a failure.
      if (mine.signal.aborted) return
      log(error)
      show([])
    }
  }

  return {
    type(text: string) {
      forget()
      if (text.length < TYPEAHEAD.minCharacters) show([])
      else timer = setTimeout(() => void ask(text), DEBOUNCE_MS)
    },
    clear() {
      forget()
      show([])
    },
    stop: forget,
  }
}
