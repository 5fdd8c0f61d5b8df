import { useEffect, useId, useRef, type PointerEvent } from 'react'
import { cropByKey, moved, zoomed, ZOOM_STEP, type Crop } from './crop.ts'
import { drawCrop, PHOTO_PIXELS } from './draw-crop.ts'
import style from './crop-dialog.module.css'

interface Props {
  picture: ImageBitmap
  crop: Crop
  onCrop: (crop: Crop) => void
}

interface Point {
  x: number
  y: number
}

const apart = ([a, b]: Point[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)

/** One finger or the mouse moves the picture, two fingers zoom it. */
function usePointers({ picture, crop, onCrop }: Props) {
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
      if (pointers.current.size === 2 && distance > 0)
        return onCrop(zoomed(picture, crop, (crop.zoom * apart([...pointers.current.values()])) / distance))
      const { width } = event.currentTarget.getBoundingClientRect()
      onCrop(moved(picture, crop, (before.x - now.x) / width, (before.y - now.y) / width))
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

export function CropStage(props: Props) {
  const { picture, crop, onCrop } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const helpId = useId()
  const pointers = usePointers(props)

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  return (
    <>
      {/* Arrow keys mean something here, so a screen reader hands them on. */}
      <div
        className={style.stage}
        role="application"
        tabIndex={0}
        aria-label="Part of the picture"
        aria-describedby={helpId}
        onKeyDown={(event) => {
          const next = cropByKey(picture, crop, event.key)
          if (!next) return
          event.preventDefault()
          onCrop(next)
        }}
        onWheel={(event) => onCrop(zoomed(picture, crop, crop.zoom - Math.sign(event.deltaY) * ZOOM_STEP))}
        {...pointers}
      >
        <canvas ref={canvas} width={PHOTO_PIXELS} height={PHOTO_PIXELS} className={style.canvas} />
      </div>
      <p id={helpId} className={style.help}>
        Drag the picture, or use the arrow keys; plus and minus zoom.
      </p>
    </>
  )
}
