import { counted } from '../../../contract/counted.ts'
import type { NearEvent } from './load-near.ts'

const MINUTE = 60_000
const FEW_LEFT = 50

function startWords(minutes: number): string {
  if (minutes <= 0) return 'On now'
  if (minutes < 60) return `Starts in ${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 24 ? `Starts in ${counted(hours, 'hour')}` : ''
}

/** 'Starts in 40 min · 13 left'. Reads the clock, so only the browser says it. */
export function soonWords(event: Pick<NearEvent, 'startTime' | 'ticketsLeft' | 'admission'>, now: Date): string {
  const start = startWords(Math.ceil((Date.parse(event.startTime) - now.getTime()) / MINUTE))
  const { ticketsLeft, admission = 'book' } = event
  const left = admission === 'book' && ticketsLeft > 0 && ticketsLeft <= FEW_LEFT ? `${ticketsLeft} left` : ''
  return [start, left].filter(Boolean).join(' · ')
}
