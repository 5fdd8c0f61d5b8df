import { useEffect, useState, type RefObject } from 'react'
import { classes } from '../../lib/classes.ts'
import { ChevronIcon } from '../../ui/icons.tsx'
import style from './row-arrows.module.css'

interface Props {
  row: RefObject<HTMLElement | null>
  labelledBy: string
}

// Sizes may come in fractions of a pixel.
const NEARLY = 2

/** Which ends of the row are out of sight. */
function useHidden(row: RefObject<HTMLElement | null>) {
  const [hidden, setHidden] = useState({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setHidden({ before: scrollLeft > NEARLY, after: scrollLeft + clientWidth < scrollWidth - NEARLY })
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [row])
  return hidden
}

/** Round arrows at both ends of a row of cards. */
export default function RowArrows({ row, labelledBy }: Props) {
  const hidden = useHidden(row)
  const move = (direction: 1 | -1) => {
    const { current } = row
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
    // Nearly a screenful: the last card seen is the first one then.
    current?.scrollBy({ left: direction * Math.max(270, current.clientWidth - 270), behavior })
  }
  return (
    <>
      <button
        type="button"
        className={classes(style.arrow, style.back)}
        aria-label="Earlier events"
        aria-describedby={labelledBy}
        aria-disabled={!hidden.before}
        onClick={() => move(-1)}
      >
        <ChevronIcon to="left" />
      </button>
      <button
        type="button"
        className={classes(style.arrow, style.on)}
        aria-label="Later events"
        aria-describedby={labelledBy}
        aria-disabled={!hidden.after}
        onClick={() => move(1)}
      >
        <ChevronIcon to="right" />
      </button>
    </>
  )
}
