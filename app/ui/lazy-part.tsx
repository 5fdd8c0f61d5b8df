// A part of a page whose code is fetched when somebody asks for it. React's own lazy() keeps a failure for ever and throws
// it at the page around it: without a network one press on a menu would replace everything that is being read.
import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { reloadForNewRelease } from '../lib/new-release.ts'
import { useToast } from './toast.tsx'

export const PART_FAILED = 'That part could not be loaded. Please try again.'

interface LazyProps {
  /** Undo the request, so that the next press asks again. Missing: nobody pressed, so a failure shows nothing. */
  onUnavailable?: () => void
  /** Not loaded by a press, so a failure shows no message. */
  isSilent?: boolean
}

export interface LazyPart<Props> {
  Part: ComponentType<Props & LazyProps>
  /** Fetches the code ahead of a press; without a network nothing happens. */
  preload: () => void
}

export function lazyPart<Props extends object>(
  fetchModule: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const load = async () => (loaded ??= (await fetchModule()).default)

  function Part({ onUnavailable, isSilent, ...props }: Props & LazyProps) {
    const [Loaded, setLoaded] = useState(() => loaded)
    const showToast = useToast()
    const fail = useEffectEvent(() => {
      if (onUnavailable && !isSilent) showToast(PART_FAILED, { severity: 'error' })
      onUnavailable?.()
    })
    useEffect(() => {
      let isCurrent = true
      load().then(
        (component) => isCurrent && setLoaded(() => component),
        () => {
          if (!isCurrent) return
          fail()
          void reloadForNewRelease()
        },
      )
      return () => {
        isCurrent = false
      }
    }, [])
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : null
  }

  return { Part, preload: () => void load().catch(() => undefined) }
}
