import { useEffect, type ComponentType, type ReactNode } from 'react'
import { readStored } from '../../lib/device-storage.ts'
import { flagged } from '../../lib/flagged.tsx'
import { lazyFace } from '../../lib/lazy-face.ts'
import { useFeature } from '../../lib/settings.ts'
import { useSession } from '../../session/session.tsx'
import type { CardHeartProps } from './card-heart.tsx'

interface Loaded<Props> {
  default: ComponentType<Props>
}

/** The page can be read whether or not its hearts come; an error in their place would hide it. */
const lazyHeart = <Props extends object>(load: () => Promise<Loaded<Props>>) =>
  lazyFace<Props>('favourites', () => load().catch((): Loaded<Props> => ({ default: () => null })))

interface ButtonProps {
  eventId: number
  /** What the page shows while it is off; pages that only have cards do not load it. */
  soon: ReactNode
}

/** Keep an event among one's favourites. */
export const FavouriteButton = flagged<ButtonProps>('favourites', {
  on: lazyHeart<ButtonProps>(() => import('./favourite-button.tsx')),
  off: ({ soon }) => soon,
})

/** The same on a card, where the specification shows none. */
export const CardHeart = flagged<CardHeartProps>('favourites', {
  on: lazyHeart(() => import('./card-heart.tsx')),
  off: () => null,
})

/** Whether there is a page of saved events. */
export const useSavedPage = () => useFeature('favourites')

/** Once on every page: signing in takes along what the device kept, also where no heart is shown. */
export function useAdoptedFavourites() {
  const isOn = useFeature('favourites')
  const { status } = useSession()
  useEffect(() => {
    if (!isOn || status !== 'signed-in' || !readStored('favourites')) return
    // Without a network the next page tries again: it stays on the device until then.
    import('./favourites.ts').then(({ lookUpFavourites }) => lookUpFavourites({ again: true })).catch(() => undefined)
  }, [isOn, status])
}
