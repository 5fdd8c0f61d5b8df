import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { listedWhen, offlineTicket, type KeepableTicket } from './offline-ticket.ts'

const ticket: KeepableTicket = {
  id: 12,
  numberOfTickets: 3,
  code: 'A1B2C3D4E5F60718',
  event: {
    title: 'Supper Club',
    venue: 'Casa do Rio, Lisbon',
    isVirtual: false,
    startTime: '2031-07-18T18:30:00.000Z',
    endTime: '2031-07-18T21:30:00.000Z',
    timeZone: 'Europe/Lisbon',
  },
}
/** As the door reads it, without its authentication code. */
const CODE = `T${'0123456789ABCDEFGHJKMNPQRS'}`
const moment = { now: new Date('2031-07-18T17:05:00Z'), timeZone: 'Europe/Dublin', theme: 'system' } as const

/** What a scanner sees: the drawing's dark squares, eight pixels each. */
function scanned(html: string): string {
  const size = Number(/viewBox="0 0 (\d+)/.exec(html)?.[1])
  const width = size * 8
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x = 0, y = 0] of html.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let dy = 0; dy < 8; dy++)
      for (let dx = 0; dx < 8; dx++) {
        const at = ((Number(y) * 8 + dy) * width + Number(x) * 8 + dx) * 4
        data.fill(0, at, at + 3)
      }
  return decodeQR({ width, height: width, data })
}

test('a kept ticket says what, when in the event’s zone, where and for how many, and when it was last checked', () => {
  const html = offlineTicket(ticket, moment)
  const text = html.replaceAll('\u00a0', ' ')
  for (const words of ['Supper Club', '18th Jul, 2031 · 7:30 PM to 10:30 PM', 'Casa do Rio, Lisbon', '3 tickets'])
    expect(text).toContain(words)
  expect(text).toContain('last checked on <b>18th Jul, 2031 · 6:05 PM</b>')
  expect(html, 'no time is broken before PM').not.toMatch(/\d [AP]M/)
  expect(text, 'as it is read out').toContain('A 1B2C3 D4E5F 60718')
  expect(offlineTicket({ ...ticket, code: CODE }, moment)).toContain(`say <b>${CODE.slice(-5)}</b>`)
})

test('one of a cancelled event says so', () => {
  const event = { ...ticket.event, status: 'cancelled' as const }
  expect(offlineTicket({ ...ticket, event }, moment)).toContain('This event has been cancelled.')
  expect(offlineTicket(ticket, moment)).not.toContain('has been')
  expect(listedWhen(event)).toMatch(/^Cancelled · 18th Jul, 2031/)
  expect(listedWhen({ ...event, status: 'postponed' })).toMatch(/^Postponed · /)
  expect(listedWhen(ticket.event)).toMatch(/^18th Jul/)
})

test('its code is the one that the door reads', () => expect(scanned(offlineTicket(ticket, moment))).toBe(ticket.code))

test('it needs no other file and runs no script', () => {
  expect(offlineTicket(ticket, moment)).not.toMatch(/<script|<link|src=|url\(|@import|https?:/)
})

test('what strangers write stays text', () => {
  const title = `<script>alert('1')</script>" onload="x & y`
  const html = offlineTicket({ ...ticket, event: { ...ticket.event, title, venue: '<img src=x>' } }, moment)
  expect(html).not.toMatch(/<script|<img|onload="/)
  expect(html).toContain('&#60;script&#62;')
})

test('a virtual event has no door, so its ticket has no code', () => {
  const html = offlineTicket({ ...ticket, event: { ...ticket.event, isVirtual: true } }, moment)
  expect(html).not.toContain('<svg')
})

test('a colour mode chosen by hand is kept with it', () => {
  expect(offlineTicket(ticket, { ...moment, theme: 'dark' })).toContain('<html lang="en" data-theme="dark">')
})
