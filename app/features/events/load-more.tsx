import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { InlineSpinner } from '../../ui/spinner.tsx'
import style from './event-parts.module.css'

interface Props {
  cursor: string
  /** What else the address has in it. */
  parts?: Record<string, string>
  isLoading: boolean
  problem: string | null
  onMore: () => void
}

/** Loads the next page when it comes near; a button for those who cannot scroll, a plain form without JavaScript. */
export function LoadMore({ cursor, parts = {}, isLoading, problem, onMore }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const more = useEffectEvent(onMore)
  const isWatching = !isLoading && !problem

  useEffect(() => {
    if (!form.current || !isWatching) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more()
      },
      { rootMargin: '600px 0px' },
    )
    observer.observe(form.current)
    return () => observer.disconnect()
  }, [isWatching, cursor])

  return (
    <form
      ref={form}
      className={style.more}
      onSubmit={(event) => {
        event.preventDefault()
        onMore()
      }}
    >
      {Object.entries({ ...parts, cursor }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {problem && <p role="alert">{problem}</p>}
      <Button type="submit" look="outlined" disabled={isLoading}>
        {isLoading && <InlineSpinner />} Load more
      </Button>
    </form>
  )
}
