// Dates and times as §3 writes them, always in the event’s own zone: the same text on the server, in every browser and in
// mails.

import { formatterFor } from './formatters.ts'

const parts = (instant: Date, timeZone: string, options: Intl.DateTimeFormatOptions) => {
  const formatted = formatterFor('en-GB', timeZone, options).formatToParts(instant)
  return (type: Intl.DateTimeFormatPartTypes) => formatted.find((part) => part.type === type)?.value ?? ''
}

export function ordinal(day: number): string {
  const teens = day % 100 >= 11 && day % 100 <= 13
  const suffix = teens ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th')
  return `${day}${suffix}`
}

type When = string | null | undefined

/** '3rd Mar, 2025' */
export function formatDate(iso: When, timeZone: string): string {
  if (!iso) return 'Date not available'
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return 'Invalid date'
  const part = parts(instant, timeZone, { day: 'numeric', month: 'short', year: 'numeric' })
  // British English writes Sept; the specification's months have three letters.
  return `${ordinal(Number(part('day')))} ${part('month').slice(0, 3)}, ${part('year')}`
}

/** '9:30 AM' */
export function formatTime(iso: When, timeZone: string): string {
  if (!iso) return 'Time not available'
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return 'Invalid time'
  const part = parts(instant, timeZone, { hour: 'numeric', minute: '2-digit', hour12: true })
  const hour = Number(part('hour')) % 12 || 12
  return `${hour}:${part('minute')} ${part('dayPeriod').toUpperCase()}`
}

/** What a calendar leaf shows: { month: 'Mar', day: '3' }. */
export function formatDay(iso: When, timeZone: string): { month: string; day: string } | null {
  const instant = new Date(iso ?? '')
  if (Number.isNaN(instant.getTime())) return null
  const part = parts(instant, timeZone, { day: 'numeric', month: 'short' })
  return { month: part('month').slice(0, 3), day: part('day') }
}

/** 'GMT+1', 'EST': follows a time where the viewer's zone differs. */
export function zoneShortName(iso: string, timeZone: string): string {
  const instant = new Date(iso)
  return Number.isNaN(instant.getTime()) ? '' : parts(instant, timeZone, { timeZoneName: 'short' })('timeZoneName')
}

export const durationHours = (startIso: string, endIso: string) =>
  Math.round((new Date(endIso).getTime() - new Date(startIso).getTime()) / 3_600_000)
