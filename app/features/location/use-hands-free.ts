import { useEffect, useRef, useState } from 'react'

// A finger that rests for this long has finished what it was doing.
const REST_MS = 1_500
const BUSY_WITH = ['pointerdown', 'touchmove', 'wheel', 'scroll', 'keydown']

/** Whether nobody is pressing, scrolling or typing: nothing may open by itself under a finger that is busy. */
export function useHandsFree(isWanted: boolean): boolean {
  const last = useRef(-Infinity)
  const [isFree, setFree] = useState(false)

  useEffect(() => {
    const note = () => {
      last.current = performance.now()
    }
    for (const name of BUSY_WITH) addEventListener(name, note, { capture: true, passive: true })
    return () => {
      for (const name of BUSY_WITH) removeEventListener(name, note, { capture: true })
    }
  }, [])

  useEffect(() => {
    if (!isWanted || isFree) return
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const left = last.current + REST_MS - performance.now()
      if (left <= 0) setFree(true)
      else timer = setTimeout(look, left)
    }
    look()
    return () => clearTimeout(timer)
  }, [isWanted, isFree])

  return isFree
}
