import { useEffect, useEffectEvent, useId, useRef, type PointerEvent } from 'react'
import { cropByKey, moved, zoomed, ZOOM_STEP, type Crop } from './crop.ts'
import { drawCrop, PHOTO_PIXELS } from './draw-crop.ts'
import style from './crop-dialog.module.css'
import * as words from './words.ts'

interface Props {
  picture: ImageBitmap
  crop: Crop
  onChange: (next: (before: Crop) => Crop) => void
}

interface Point {
  x: number
  y: number
}

const apart = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/** One finger or the mouse moves the picture, two fingers zoom it. */
function usePointers({ picture, onChange }: Props) {
  const pointers = useRef(new Map<number, Point>())
  const lift = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId)
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const distance = apart([...pointers.current.values()])
      const now = { x: event.clientX, y: event.clientY }
      pointers.current.set(event.pointerId, now)
      if (pointers.current.size === 2 && distance > 0) {
        const grown = apart([...pointers.current.values()]) / distance
        return onChange((crop) => zoomed(picture, crop, crop.zoom * grown))
      }
      const { width } = event.currentTarget.getBoundingClientRect()
      onChange((crop) => moved(picture, crop, (before.x - now.x) / width, (before.y - now.y) / width))
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

/** Not by React, whose listener may not keep the page from scrolling. */
function useWheel({ picture, onChange }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const turn = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    onChange((crop) => zoomed(picture, crop, crop.zoom - Math.sign(event.deltaY) * ZOOM_STEP))
  })
  useEffect(() => {
    const element = stage.current
    const listen = (event: WheelEvent) => turn(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [])
  return stage
}

export function CropStage(props: Props) {
  const { picture, crop, onChange } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const stage = useWheel(props)
  const helpId = useId()
  const pointers = usePointers(props)

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  return (
    <>
      {/* Arrow keys mean something here, so a screen reader hands them on. */}
      <div
        ref={stage}
        className={style.stage}
        role="application"
        tabIndex={0}
        aria-label={words.partOfPicture}
        aria-describedby={helpId}
        onKeyDown={(event) => {
          if (!cropByKey(picture, crop, event.key)) return
          event.preventDefault()
          onChange((before) => cropByKey(picture, before, event.key) ?? before)
        }}
        {...pointers}
      >
        <canvas ref={canvas} width={PHOTO_PIXELS} height={PHOTO_PIXELS} className={style.canvas} />
      </div>
      <p id={helpId} className={style.help}>
        {words.howToMove}
      </p>
    </>
  )
}
