import type { ReactNode } from 'react'
import type { Loaded } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TryAgain } from '../../ui/message.tsx'
import * as words from './words.tsx'

interface Props<T> {
  loaded: Loaded<T>
  reload: () => void
  children: (value: T) => ReactNode
}

/** Loading, failed, or what is there. */
export function LoadedView<T>({ loaded, reload, children }: Props<T>) {
  if (loaded.state === 'loading') return <Spinner />
  if (loaded.state === 'loaded') return children(loaded.value)
  return (
    <TryAgain onPress={reload}>
      <p>{failureSentence(loaded.error, words.notLoaded)}</p>
    </TryAgain>
  )
}
