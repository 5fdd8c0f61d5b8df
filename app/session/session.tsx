// Who is signed in on this device, and the wish to sign in. The token lives in device storage; nothing of it is ever
// rendered on the server.
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { ApiError } from '../../contract/errors.ts'
import type { Profile } from '../../contract/users.ts'
import { onStoredElsewhere, readStored, removeStored, store } from '../lib/device-storage.ts'
import { loadApi } from '../lib/load-api.ts'

/** unknown: rendered on the server, or before the device was asked. */
export type SessionStatus = 'unknown' | 'loading' | 'signed-in' | 'signed-out'

export interface Session {
  status: SessionStatus
  user: Profile | null
  /** Stores the token and fetches the profile. */
  signIn: (token: string) => Promise<void>
  signOut: () => Promise<void>
  /** Forgets the token without asking the server: it answered 401. */
  forget: () => void
  setUser: (user: Profile) => void
}

const SessionContext = createContext<Session | null>(null)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used within a SessionProvider')
  return session
}

let underWay: Promise<Profile> | undefined

/** Concurrent calls share one request. */
export function fetchProfile(): Promise<Profile> {
  underWay ??= loadApi()
    .then((api) => api.users.profile())
    .finally(() => (underWay = undefined))
  return underWay
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [status, setStatus] = useState<SessionStatus>('unknown')
  const [user, setUser] = useState<Profile | null>(null)
  const [attempt, setAttempt] = useState(0)
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined)

  const forget = useCallback(() => {
    clearTimeout(retry.current)
    removeStored('token')
    setUser(null)
    setStatus('signed-out')
  }, [])

  const load = useCallback(async () => {
    setStatus((known) => (known === 'signed-in' ? known : 'loading'))
    try {
      setUser(await fetchProfile())
      setStatus('signed-in')
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) forget()
      else throw error
    }
  }, [forget])

  const start = useCallback(() => {
    clearTimeout(retry.current)
    if (!readStored('token')) {
      setUser(null)
      setStatus('signed-out')
      return
    }
    // Without a network the person stays signed in; it is asked again.
    load().catch(() => {
      retry.current = setTimeout(() => setAttempt((count) => count + 1), 3_000)
    })
  }, [load])

  useEffect(() => {
    start()
    const unsubscribe = onStoredElsewhere((key) => {
      if (key === 'token' || key === null) start()
    })
    return () => {
      unsubscribe()
      clearTimeout(retry.current)
    }
  }, [start, attempt])

  const signIn = useCallback(
    async (token: string) => {
      store('token', token)
      await load()
    },
    [load],
  )

  const signOut = useCallback(async () => {
    const api = await loadApi()
    // Logging only (§8): whatever the server says, this device forgets.
    await api.auth.logout().catch(() => undefined)
    forget()
  }, [forget])

  const session = useMemo(
    () => ({ status, user, signIn, signOut, forget, setUser }),
    [status, user, signIn, signOut, forget],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}
