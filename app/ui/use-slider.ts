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
  // Under reduced motion nothing plays, and there is nothing to pause.
  const [isStill, setStill] = useState(false)
  useEffect(() => setStill(prefersReducedMotion()), [])
  // Counts what somebody has chosen: from then on the next slide waits for its whole time.
  const [choices, setChoices] = useState(0)
  const target = useRef(0)

  const scrollTo = useCallback((index: number) => {
    target.current = index
    const element = track.current
    element?.scrollTo({
      left: index * element.clientWidth,
      behavior: prefersReducedMotion() ? 'instant' : 'smooth',
    })
  }, [])

  useEffect(() => {
    const element = track.current
    if (!element) return
    const gone = new AbortController()
    const slide = () => Math.round(element.scrollLeft / element.clientWidth)
    // A movement of ours that the next one overtakes also ends, somewhere on its way: that is nobody's choice.
    let isByHand = false
    const onHand = () => (isByHand = true)
    const onScroll = () => setCurrent(slide())
    const onScrollEnd = () => {
      if (!isByHand) return
      isByHand = false
      if (slide() === target.current) return
      target.current = slide()
      setChoices((count) => count + 1)
    }
    const passive = { passive: true, signal: gone.signal }
    for (const touch of ['wheel', 'touchmove', 'pointerdown']) element.addEventListener(touch, onHand, passive)
    element.addEventListener('scroll', onScroll, passive)
    element.addEventListener('scrollend', onScrollEnd, passive)
    return () => gone.abort()
  }, [])

  // Not bound to the slide that is seen: scrolling takes a moment, and the interval counts from slide to slide.
  useEffect(() => {
    if (count < 2 || isStopped || prefersReducedMotion()) return
    const timer = setInterval(() => {
      if (frame.current && !isBusy(frame.current)) scrollTo((target.current + 1) % count)
    }, SLIDER_MS)
    return () => clearInterval(timer)
  }, [count, choices, isStopped, scrollTo])

  const show = (index: number) => {
    setChoices((made) => made + 1)
    scrollTo(index)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    show((current + step + count) % count)
  }

  return { frame, track, current, show, isStopped, isStill, toggle: () => setIsStopped(!isStopped), onKeyDown }
}
