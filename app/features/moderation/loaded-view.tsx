import type { ReactNode } from 'react'
import type { Loaded } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TryAgain } from '../../ui/message.tsx'

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
      <p>{failureSentence(loaded.error, 'This could not be loaded. Please try again.')}</p>
    </TryAgain>
  )
}
