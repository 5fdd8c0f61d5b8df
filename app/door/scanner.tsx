import { useCallback, useEffect, useRef, useState } from 'react'
import { isCameraAllowed, openCamera, type Camera, type Seen } from './camera.ts'
import type { Door } from './door.ts'
import { unlockSound } from './signals.ts'
import style from './scanner.module.css'
import * as words from './words.ts'

type State = 'closed' | 'opening' | 'open' | 'refused'

/** For the benchmark: from the frame to the verdict on screen. */
function measure(door: Door, { frameAt }: Seen) {
  const before = door.view.shown?.turn
  const stop = door.subscribe(() => {
    if (door.view.shown === null || door.view.shown.turn === before) return
    stop()
    requestAnimationFrame(() => performance.measure('door-verdict', { start: frameAt }))
  })
}

/** The camera starts by itself once it was allowed, the first time by a press; it runs until somebody stops it. */
export function Scanner({ door }: { door: Door }) {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useRef<Camera | null>(null)
  const [state, setState] = useState<State>('closed')
  const [torch, setTorch] = useState<'none' | 'off' | 'on'>('none')
  const isHere = useRef(true)

  const open = useCallback(async () => {
    if (!video.current) return
    setState('opening')
    try {
      camera.current = await openCamera(video.current, (seen) => {
        measure(door, seen)
        void door.scan(seen.text)
      })
      if (!isHere.current) return camera.current.close()
      setTorch(camera.current.torch ? 'off' : 'none')
      setState('open')
    } catch {
      setState('refused')
    }
  }, [door])

  useEffect(() => {
    isHere.current = true
    void isCameraAllowed().then((isAllowed) => {
      if (isAllowed && isHere.current) void open()
    })
    return () => {
      isHere.current = false
      camera.current?.close()
    }
  }, [open])

  const start = () => {
    unlockSound()
    void open()
  }

  const stop = () => {
    camera.current?.close()
    camera.current = null
    if (video.current) video.current.srcObject = null
    setTorch('none')
    setState('closed')
  }

  const light = () => {
    const next = torch === 'on' ? 'off' : 'on'
    void camera.current?.torch?.(next === 'on').then(() => setTorch(next))
  }

  return (
    <>
      <video ref={video} className={style.video} playsInline muted aria-label="Camera" />
      {state !== 'open' && (
        <div className={style.start}>
          {state === 'refused' && <p>{words.noCamera}</p>}
          <button type="button" className={style.button} disabled={state === 'opening'} onClick={start}>
            {words.START_CAMERA[state]}
          </button>
        </div>
      )}
      {state === 'open' && (
        <button type="button" className={style.stop} onClick={stop}>
          {words.stopCamera}
        </button>
      )}
      {torch !== 'none' && (
        <button type="button" className={style.torch} aria-pressed={torch === 'on'} onClick={light}>
          Light
        </button>
      )}
    </>
  )
}
