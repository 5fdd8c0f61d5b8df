// The one way in which a screen for members loads: loading, failed, loaded, and asking again.
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Client } from '../../contract/client.ts'
import { loadApi } from '../lib/load-api.ts'
import { ask } from './ask.ts'

export type Loaded<T> = { state: 'loading' } | { state: 'failed'; error: unknown } | { state: 'loaded'; value: T }

/** Asks when the screen appears, and again when `key` changes or on reload; an answer that came too late is dropped. */
export function useCall<T>(key: string | number, call: (api: Client) => Promise<T>) {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: 'loading' })
  const [round, setRound] = useState(0)
  const latestCall = useEffectEvent(call)
  useEffect(() => {
    let isCurrent = true
    const settle = (result: Loaded<T>) => {
      if (isCurrent) setLoaded(result)
    }
    ask(async () => latestCall(await loadApi())).then(
      (value) => settle({ state: 'loaded', value }),
      (error: unknown) => settle({ state: 'failed', error }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, round])
  const reload = useCallback(() => {
    setLoaded({ state: 'loading' })
    setRound((count) => count + 1)
  }, [])
  return { loaded, reload }
}
