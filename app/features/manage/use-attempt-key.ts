import { useRef } from 'react'
import { randomKey } from '../../lib/random-key.ts'

/** The same words sent again after a lost answer are the same request; other words are another one. */
export function useAttemptKey() {
  const last = useRef({ words: '', key: '' })
  return {
    keyFor: (body: object) => {
      const words = JSON.stringify(body)
      if (last.current.words !== words) last.current = { words, key: randomKey() }
      return last.current.key
    },
    /** It was done: the same words again are meant again. */
    forget: () => {
      last.current = { words: '', key: '' }
    },
  }
}
