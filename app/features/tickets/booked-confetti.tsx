import { useEffect, useState } from 'react'
import Confetti from 'react-confetti'
import { CONFETTI } from '../../../contract/limits.ts'
import style from './booked-dialog.module.css'

const COLOURS = ['#e8482c', '#f3a541', '#0b8f88', '#6fd0c8', '#f7ead0', '#ff6a4d']
// All of it in the air soon, so that the last pieces fall within the five seconds.
const BURST_MS = 1_500

/** Five seconds of it, and none at all where less motion is preferred. Only ever in the browser: booking was pressed. */
export function BookedConfetti() {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    setSize({ width: innerWidth, height: innerHeight })
    const timer = setTimeout(() => setSize(null), CONFETTI.ms)
    return () => clearTimeout(timer)
  }, [])

  if (!size) return null
  const pieces = matchMedia('(min-width: 768px)').matches ? CONFETTI.pieces : CONFETTI.piecesOnSmallScreens
  return (
    <div className={style.confetti} aria-hidden="true" data-pieces={pieces}>
      <Confetti {...size} numberOfPieces={pieces} recycle={false} colors={COLOURS} tweenDuration={BURST_MS} />
    </div>
  )
}
