import { useEffect, useSyncExternalStore } from 'react'
import { SOON_TOAST_MS } from '../../../contract/limits.ts'
import { readStored } from '../../lib/device-storage.ts'
import { failureSentence } from '../../lib/failure.ts'
import { useSession } from '../../session/session.tsx'
import { useToast } from '../../ui/toast.tsx'
import { isFavourite, lookUpFavourites, onFavourites, setFavourite } from './favourites.ts'

const FAILED = 'This event could not be saved. Please try again.'

/** Known once it is known who is signed in; until then, and on the server, no heart is filled. */
export function useKnownFavourites() {
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-in' || status === 'signed-out') lookUpFavourites().catch(() => undefined)
  }, [status])
}

export function useFavourite(eventId: number) {
  useKnownFavourites()
  const toast = useToast()
  const isSaved = useSyncExternalStore(
    onFavourites,
    () => isFavourite(eventId),
    () => false,
  )

  const toggle = async () => {
    const isWanted = !isSaved
    try {
      await setFavourite(eventId, isWanted)
      if (!isWanted) return toast('No longer saved', { ms: SOON_TOAST_MS })
      if (!readStored('token')) return toast('Saved on this device', { ms: SOON_TOAST_MS })
      const { savedToast } = await import('./saved-toast.ts')
      await savedToast(toast)
    } catch (error) {
      toast(failureSentence(error, FAILED), { severity: 'error' })
    }
  }
  return { isSaved, toggle: () => void toggle() }
}
