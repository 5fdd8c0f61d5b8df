import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Event } from '../../../contract/events.ts'
import { sessions } from '../../db/schema/auth.ts'
import { fetchExport } from '../../test-support/fetch-export.ts'
import { night } from '../../test-support/night.ts'
import { picture } from '../../test-support/pictures.ts'
import { unzip } from '../../test-support/unzip.ts'
import { uploadClient } from '../../test-support/upload-client.ts'
import { events } from '../../db/schema/events.ts'

const cells = (csv = '') =>
  csv
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))

test('an event is a ZIP of its JSON, calendar, guests with codes, lists and picture', async () => {
  const at = await night()
  const { key } = await uploadClient({ ...at, event: at.newEvent }).upload(at.creator, await picture())
  await at.deps.db.update(events).set({ imageUrl: key }).where(eq(events.id, at.event.id))
  const ticket = await at.book(3)
  const friend = await at.guest.api.places.send({ params: { ticketId: ticket.id }, body: { name: 'Niamh' } })
  const gone = await at.book(1)
  await at.guest.api.tickets.return({ params: { ticketId: gone.id }, body: {} })
  const params = { eventId: at.event.id }
  const rows = [{ name: '=SUM(A1)', email: 'tom@example.org', code: 'https://lu.ma/check-in/evt-1?pk=g-AbCdEfGhIj' }]
  await at.creator.api.imports.guests({ params, body: { source: 'luma', rows } })

  const blob = await at.creator.api.eventExport.event({ params })
  const files = unzip(Buffer.from(await blob.arrayBuffer()))
  const names = ['README.txt', 'event.ics', 'event.json', 'guest-list.csv', 'guests.csv', 'ticket-purchasers.csv']
  expect([...files.keys()].toSorted()).toEqual([...names, `pictures/${key.replace('events/', '')}`].toSorted())
  const { imageUrl, ...written } = JSON.parse(files.get('event.json')?.toString() ?? '') as Event
  expect(await at.creator.api.events.get({ params })).toMatchObject(written)
  // Whole, so that another installation can fetch it.
  expect(imageUrl).toBe(`${at.deps.config.publicUrl}/uploads/${key}`)
  expect(files.get('event.ics')?.toString()).toContain('SUMMARY:Fiddle Night')
  expect(cells(files.get('guests.csv')?.toString()).map((row) => [row[1], row[2], row[3], row[6]])).toEqual([
    ['Name', 'Email', 'Tickets', 'Code'],
    ['Aoife Kelly', at.guest.email, '2', at.codeOf(ticket)],
    ['Niamh', '', '1', friend.code],
    ["'=SUM(A1)", 'tom@example.org', '1', 'luma:g-AbCdEfGhIj'],
  ])
  for (const list of ['guest-list.csv', 'ticket-purchasers.csv'])
    expect(files.get(list)?.toString()).not.toContain(at.codeOf(ticket))
  const account = await fetchExport(at, at.creator)
  expect(account.files.get(`events/${at.event.id}/guests.csv`)).toEqual(files.get('guests.csv'))
})

test('needs proof', async () => {
  const at = await night()
  await at.deps.db.update(sessions).set({ provedAt: null }).where(eq(sessions.userId, at.creator.id))
  const asked = at.creator.api.eventExport.event({ params: { eventId: at.event.id } })
  await expect(asked).rejects.toMatchObject({ code: 'proof_needed' })
})
