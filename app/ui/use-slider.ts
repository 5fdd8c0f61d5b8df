import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { SLIDER_MS } from '../../contract/limits.ts'

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether the pointer or the focus is in there: then nothing moves by itself. */
const isBusy = (frame: HTMLElement) =>
  frame.matches(':hover') || frame.matches(':focus-within') || document.visibilityState === 'hidden'

/** A row of slides that is scrolled and snapped by the platform; this adds autoplay, dots and arrow keys. */
export function useSlider(count: number) {
  const frame = useRef<HTMLElement>(null)
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isStopped, setIsStopped] = useState(false)

  const show = useCallback((index: number) => {
    const element = track.current
    element?.scrollTo({
      left: index * element.clientWidth,
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
    })
  }, [])

  useEffect(() => {
    const element = track.current
    if (!element) return
    const onScroll = () => setCurrent(Math.round(element.scrollLeft / element.clientWidth))
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [])

  // Starts anew with every slide, so that whoever has just chosen one gets the whole time for it.
  useEffect(() => {
    if (count < 2 || isStopped || prefersReducedMotion()) return
    const timer = setInterval(() => {
      if (frame.current && !isBusy(frame.current)) show((current + 1) % count)
    }, SLIDER_MS)
    return () => clearInterval(timer)
  }, [count, current, isStopped, show])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    show((current + step + count) % count)
  }

  return { frame, track, current, show, isStopped, toggle: () => setIsStopped(!isStopped), onKeyDown }
}
