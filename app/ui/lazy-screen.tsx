// A whole screen whose code comes after its page. The list of all pages names the code of each, and is part of the first
// view: what a page fetches by itself is not named there.
import { useState, type ComponentType } from 'react'
import { lazyPart, PART_FAILED } from './lazy-part.tsx'
import { TryAgain } from './message.tsx'

export function lazyScreen<Props extends object>(fetchModule: () => Promise<{ default: ComponentType<Props> }>) {
  const { Part } = lazyPart(fetchModule)
  return function Screen(props: Props) {
    const [hasFailed, setHasFailed] = useState(false)
    if (!hasFailed) return <Part {...props} isSilent onUnavailable={() => setHasFailed(true)} />
    return (
      <TryAgain onPress={() => setHasFailed(false)}>
        <p>{PART_FAILED}</p>
      </TryAgain>
    )
  }
}
