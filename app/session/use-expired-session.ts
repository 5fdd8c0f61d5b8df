import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readStored } from '../lib/device-storage.ts'
import { onUnauthorized } from '../lib/unauthorized.ts'
import { pathOf, safePath } from './return-path.ts'
import { useSession } from './session.tsx'

/** Any 401: the token is removed, and the login route brings the person back here. */
export function useExpiredSession() {
  const { forget } = useSession()
  const navigate = useNavigate()
  const location = useLocation()
  const here = useRef(location)
  useEffect(() => {
    here.current = location
  }, [location])

  useEffect(
    () =>
      onUnauthorized((token) => {
        // A late answer to a token that was replaced since says nothing about the new one.
        if (token !== readStored('token')) return
        forget()
        // Null where somebody is signing in anyway, sets a new password or returns from Google: no word about it there.
        const path = safePath(pathOf(here.current))
        if (!path) return
        void navigate(`/login?redirect=${encodeURIComponent(path)}`, { replace: true })
      }),
    [forget, navigate],
  )
}
