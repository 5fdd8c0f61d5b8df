// A sound and a vibration for each verdict, so that it can be recognised without looking. A browser may refuse both.
import type { VerdictKind } from './verdict.ts'

/** Notes in hertz, one after the other; and milliseconds of shaking and pausing. */
export const SIGNALS: Record<VerdictKind, { notes: number[]; shape: OscillatorType; shake: number[] }> = {
  in: { notes: [880, 1320], shape: 'sine', shake: [60] },
  choose: { notes: [660], shape: 'sine', shake: [30] },
  'to-pay': { notes: [784, 784], shape: 'triangle', shake: [40, 40, 40] },
  unverified: { notes: [880, 660, 880], shape: 'triangle', shake: [60, 60, 60] },
  'already-in': { notes: [330, 330], shape: 'square', shake: [200, 80, 200] },
  'other-event': { notes: [520, 390, 260], shape: 'triangle', shake: [120, 60, 120, 60, 120] },
  returned: { notes: [440, 220], shape: 'sawtooth', shake: [300] },
  standby: { notes: [523, 659], shape: 'triangle', shake: [80, 80] },
  cancelled: { notes: [440, 220], shape: 'sawtooth', shake: [300] },
  'waiting-list': { notes: [587, 587, 587], shape: 'sine', shake: [80, 80, 80, 80] },
  unknown: { notes: [196], shape: 'square', shake: [500] },
}

const NOTE_SECONDS = 0.11
const LOUDNESS = 0.2

let context: AudioContext | undefined

/** A browser lets a page sound only once somebody has pressed something. */
export function unlockSound() {
  try {
    context ??= new AudioContext()
    void context.resume().catch(() => undefined)
  } catch {
    // No sound on this device.
  }
}

export function signal(kind: VerdictKind) {
  const { notes, shape, shake } = SIGNALS[kind]
  navigator.vibrate?.(shake)
  const audio = context
  if (audio?.state !== 'running') return
  notes.forEach((pitch, at) => {
    const tone = new OscillatorNode(audio, { type: shape, frequency: pitch })
    const volume = new GainNode(audio, { gain: LOUDNESS })
    tone.connect(volume).connect(audio.destination)
    tone.start(audio.currentTime + at * NOTE_SECONDS)
    tone.stop(audio.currentTime + (at + 0.9) * NOTE_SECONDS)
  })
}
