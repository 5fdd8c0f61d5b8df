import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Spinner } from '../ui/spinner.tsx'

/**
 * Takes the page's place in the history, once. The router's own Navigate goes again whenever its state is a new object,
 * which is at every rendering: it would cut off its own navigation for ever on a slow line.
 */
export function Redirect({ to, state }: { to: string; state?: object }) {
  const navigate = useNavigate()
  const isUnderWay = useRef(false)
  useEffect(() => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    void navigate(to, { replace: true, state })
  }, [navigate, to, state])
  return <Spinner />
}
