// The one way in which a screen for members loads: loading, failed, loaded, and asking again. A list that grows while it
// is scrolled loads through use-pages.ts.
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Client } from '../../contract/client.ts'
import { loadApi } from '../lib/load-api.ts'
import { ask } from './ask.ts'

const LOADING = { state: 'loading' } as const

export type Loaded<T> = { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'loaded'; value: T }

/**
 * Loads when the screen mounts. Another `key` is another request, which starts empty; without a key nothing is requested.
 * When `freshness` changes, and on `refresh`, the old data stays until the new arrives; `reload` starts over. A late
 * response is dropped.
 */
export function useCall<T>(key: string | number | null, call: (api: Client) => Promise<T>, freshness?: unknown) {
  const [known, setKnown] = useState<{ key: typeof key; loaded: Loaded<T> }>({ key, loaded: LOADING })
  const [round, setRound] = useState(0)
  const latestCall = useEffectEvent(call)
  useEffect(() => {
    if (key === null) return
    let isCurrent = true
    const settle = (loaded: Loaded<T>) => {
      if (isCurrent) setKnown({ key, loaded })
    }
    ask(async () => latestCall(await loadApi())).then(
      (value) => settle({ state: 'loaded', value }),
      (error: unknown) => settle({ state: 'failed', error }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, round, freshness])
  const refresh = useCallback(() => setRound((count) => count + 1), [])
  const reload = useCallback(() => {
    setKnown({ key, loaded: LOADING })
    refresh()
  }, [key, refresh])
  return { loaded: known.key === key ? known.loaded : LOADING, reload, refresh }
}
