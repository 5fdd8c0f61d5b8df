import { useEffect, useRef, useState } from 'react'
import { isHydrating } from '../lib/hydration.ts'

interface Props {
  text: () => string
  className?: string
}

/**
 * Text that costs a phone much to make: the first date loads the tables of all calendars, 140 ms of the 4 × slower phone
 * in bench/first-visit.ts. The server has written it into the page, so it is made in the browser only when it is not
 * there. Give it a `key` of what it is made of.
 */
export function WrittenText({ text, className }: Props) {
  const element = useRef<HTMLSpanElement>(null)
  const [isWritten, setWritten] = useState(isHydrating)
  useEffect(() => {
    // React may have had to throw the server's page away.
    if (isWritten && !element.current?.textContent) setWritten(false)
  }, [isWritten])
  return (
    <span ref={element} className={className} suppressHydrationWarning>
      {isWritten ? '' : text()}
    </span>
  )
}
