import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { Spinner } from '../ui/spinner.tsx'
import style from './navigation-progress.module.css'

// Anything faster needs no progress bar.
const SHOWN_AFTER_MS = 150

const isEventPage = (pathname: string) => /^\/events\/[^/]+$/.test(pathname)

/** Shows that a press was noticed while the next page loads: a line under the header, a spinner for an event. */
export function NavigationProgress() {
  const { location } = useNavigation()
  const pathname = location?.pathname
  const [slow, setSlow] = useState<string>()

  useEffect(() => {
    if (pathname === undefined) return setSlow(undefined)
    const timer = setTimeout(() => setSlow(pathname), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [pathname])

  if (pathname === undefined || slow === undefined) return null
  return (
    <>
      <div className={style.bar} role="progressbar" aria-label="Loading page" />
      {isEventPage(pathname) && (
        <div className={style.centre}>
          <Spinner label="Loading event" />
        </div>
      )}
    </>
  )
}
