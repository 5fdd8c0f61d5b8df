import { useRef } from 'react'
import { randomKey } from '../lib/random-key.ts'

/** The same words sent again after a lost response reuse the key; other words get a new one. */
export function useAttemptKey() {
  const last = useRef({ words: '', key: '' })
  return {
    keyFor: (body: object) => {
      const words = JSON.stringify(body)
      if (last.current.words !== words) last.current = { words, key: randomKey() }
      return last.current.key
    },
    /** Done: the same words again are a new request. */
    forget: () => {
      last.current = { words: '', key: '' }
    },
  }
}
