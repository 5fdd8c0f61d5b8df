// Who is signed in on this device. The token lives in device storage; nothing of it is ever rendered on the server.
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { ApiError } from '../../contract/api-error.ts'
import type { Profile } from '../../contract/users.ts'
import { eraseKeptTickets } from '../lib/kept-tickets.ts'
import { onStoredElsewhere, readStored, removeStored, store } from '../lib/device-storage.ts'
import { loadApi } from '../lib/load-api.ts'
import { fetchProfile, profileSettled } from './profile-request.ts'

/**
 * unknown: rendered on the server, or before the device was asked. failed: there is a token, and the profile could not be
 * fetched (no user id, not loaded); it is asked for again, by itself and on request.
 */
export type SessionStatus = 'unknown' | 'loading' | 'signed-in' | 'signed-out' | 'failed'

export interface Session {
  status: SessionStatus
  user: Profile | null
  /** Stores the token and fetches the profile; when that fails nobody is signed in, and it throws. */
  signIn: (token: string) => Promise<void>
  signOut: () => Promise<void>
  /** Forgets the token without asking the server: it answered 401. */
  forget: () => void
  setUser: (user: Profile) => void
  /** Asks for the profile again. */
  retry: () => void
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used within a SessionProvider')
  return session
}

const RETRY_MS = 3_000

let isLeaving = false
if (typeof window !== 'undefined') {
  const note = ({ type }: Event) => (isLeaving = type === 'pagehide')
  for (const moment of ['pagehide', 'pageshow']) addEventListener(moment, note)
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

export function SessionProvider({ children }: { children: ReactNode }) {
  const [status, setStatus] = useState<SessionStatus>('unknown')
  const [user, setUser] = useState<Profile | null>(null)
  // Counts what makes the profile worth asking for again: start, another tab, a failure without a network.
  const [round, setRound] = useState(0)

  const forget = useCallback(() => {
    removeStored('token')
    removeStored('tokenFromLink')
    setUser(null)
    setStatus('signed-out')
  }, [])

  const load = useCallback(async () => {
    setStatus((known) => (known === 'signed-in' || known === 'failed' ? known : 'loading'))
    const token = readStored('token')
    try {
      const profile = await fetchProfile()
      if (readStored('token') !== token) return
      setUser(profile)
      setStatus('signed-in')
    } catch (error) {
      if (readStored('token') === token) {
        if (isUnauthorized(error)) forget()
        else {
          setUser(null)
          setStatus('failed')
        }
      }
      throw error
    }
  }, [forget])

  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined
    const askAgain = () => setRound((count) => count + 1)
    if (!readStored('token')) {
      setUser(null)
      setStatus('signed-out')
    } else {
      // Without a network the token stays; it is asked again.
      load().catch((error: unknown) => {
        if (!isUnauthorized(error)) retry = setTimeout(askAgain, RETRY_MS)
      })
    }
    const unsubscribe = onStoredElsewhere((key) => {
      if (key === 'token' || key === null) askAgain()
    })
    return () => {
      unsubscribe()
      clearTimeout(retry)
    }
  }, [load, round])

  const signIn = useCallback(
    async (token: string) => {
      store('token', token)
      try {
        await load()
      } catch (error) {
        // Not signed in half-way: the dialog shows what went wrong, and the next login starts over. Unless the call was
        // cut off because the person went on to another page, which asks for the profile again.
        if (readStored('token') === token && !isLeaving) forget()
        throw error
      }
    },
    [load, forget],
  )

  const signOut = useCallback(async () => {
    // A session that expires keeps it for the same account; signing out leaves nothing behind.
    const left = ['eventForm', 'eventFormParts', 'accountForm', 'favourites', 'favouritesAsked'] as const
    for (const key of left) removeStored(key)
    try {
      const api = await loadApi()
      // On the way to /logout the profile may just be asked for; its token should not die under it.
      await profileSettled()
      const answer = api.auth.logout()
      // Forgotten while the call is on its way: an answer of 401 then concerns nobody.
      forget()
      await answer
    } catch (error) {
      // Logged only: whatever the server says, this device forgets.
      console.error('The server could not be told of the logout', error)
      forget()
    }
  }, [forget])

  // Whatever ended the session (a sign-out, a 401, another tab), and for each account that begins one.
  const userId = user?.id
  useEffect(() => {
    if (status === 'signed-out') void eraseKeptTickets()
    else if (status === 'signed-in') void eraseKeptTickets(userId)
  }, [status, userId])

  const retry = useCallback(() => {
    setStatus('loading')
    setRound((count) => count + 1)
  }, [])

  const session = useMemo(
    () => ({ status, user, signIn, signOut, forget, setUser, retry }),
    [status, user, signIn, signOut, forget, retry],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}
