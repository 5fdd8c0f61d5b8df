// Which square of a picture is shown: its centre and how far it is zoomed in, always within the picture.

export interface Size {
  width: number
  height: number
}

export interface Crop {
  /** Of the square, in pixels of the picture. */
  x: number
  y: number
  /** 1: as much of the picture as fits into a square. */
  zoom: number
}

export const MAX_ZOOM = 5
/** One press of an arrow moves the square by so much of its side. */
const STEP = 0.05
export const ZOOM_STEP = 0.1

export const sideOf = ({ width, height }: Size, { zoom }: Crop) => Math.min(width, height) / zoom

const within = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

function clamped(size: Size, { x, y, zoom }: Crop): Crop {
  const near = within(zoom, 1, MAX_ZOOM)
  const half = sideOf(size, { x, y, zoom: near }) / 2
  return {
    x: within(x, half, size.width - half),
    y: within(y, half, size.height - half),
    zoom: near,
  }
}

export const wholeCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** By so much of the square's side: 0.5 to the right shows what is half a square further right. */
export const moved = (size: Size, crop: Crop, right: number, down: number): Crop => {
  const side = sideOf(size, crop)
  return clamped(size, { ...crop, x: crop.x + right * side, y: crop.y + down * side })
}

export const zoomed = (size: Size, crop: Crop, zoom: number): Crop => clamped(size, { ...crop, zoom })

const KEYS: Record<string, (size: Size, crop: Crop) => Crop> = {
  ArrowLeft: (size, crop) => moved(size, crop, -STEP, 0),
  ArrowRight: (size, crop) => moved(size, crop, STEP, 0),
  ArrowUp: (size, crop) => moved(size, crop, 0, -STEP),
  ArrowDown: (size, crop) => moved(size, crop, 0, STEP),
  '+': (size, crop) => zoomed(size, crop, crop.zoom + ZOOM_STEP),
  '=': (size, crop) => zoomed(size, crop, crop.zoom + ZOOM_STEP),
  '-': (size, crop) => zoomed(size, crop, crop.zoom - ZOOM_STEP),
}

/** Null: the key means something else. */
export const cropByKey = (size: Size, crop: Crop, key: string): Crop | null => KEYS[key]?.(size, crop) ?? null
