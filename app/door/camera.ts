// The camera is opened once and kept; every frame that the detector has time for is read.
import { openDetector } from './decoder.ts'

export interface Seen {
  text: string
  /** When the frame was there, of performance.now(). */
  frameAt: number
}

export interface Camera {
  stream: MediaStream
  /** Null where the phone has no light, or the browser no way to it. */
  torch: ((isOn: boolean) => Promise<void>) | null
  close: () => void
}

// Enough for a code that fills a fifth of the picture, and a fraction of a phone's full frame to search.
const PICTURE = { width: { ideal: 640 }, height: { ideal: 480 }, facingMode: { ideal: 'environment' } }
// The same code in front of the camera is one scan, until it has been out of view for this long.
const GONE_MS = 2_000
// The screen gets its turn between frames, also on a slow phone.
const PAUSE_MS = 60

/** Whether a code has just come into view, or has been there all along. */
export function createSightings(now: () => number) {
  let last = { text: '', at: -Infinity }
  return (text: string): boolean => {
    const isNew = text !== last.text || now() - last.at > GONE_MS
    last = { text, at: now() }
    return isNew
  }
}

function torchOf(stream: MediaStream): Camera['torch'] {
  const [track] = stream.getVideoTracks()
  const can = track?.getCapabilities?.() as { torch?: boolean } | undefined
  if (!track || !can?.torch) return null
  return (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
}

/** Whether it would open without a question. Where the browser does not say, somebody has to press. */
export async function isCameraAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' })
    return state === 'granted'
  } catch {
    return false
  }
}

export async function openCamera(video: HTMLVideoElement, onSeen: (seen: Seen) => void): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: PICTURE, audio: false })
  video.srcObject = stream
  await video.play()
  const detector = await openDetector()
  const isNew = createSightings(() => performance.now())
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = true

  const look = async () => {
    const frameAt = performance.now()
    // A frame that cannot be read is followed by another.
    const codes = video.readyState >= 2 ? await detector.detect(video).catch(() => []) : []
    for (const { rawValue } of codes) if (rawValue && isOpen && isNew(rawValue)) onSeen({ text: rawValue, frameAt })
    if (isOpen) timer = setTimeout(() => void look(), PAUSE_MS)
  }
  void look()

  return {
    stream,
    torch: torchOf(stream),
    close: () => {
      isOpen = false
      clearTimeout(timer)
      for (const track of stream.getTracks()) track.stop()
    },
  }
}
