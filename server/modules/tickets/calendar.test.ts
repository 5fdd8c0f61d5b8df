import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type Person, type World } from '../../test-support/world.ts'

let w: World
let creator: Person

beforeAll(async () => {
  w = await openWorld()
  creator = await w.person()
})
afterAll(() => w.close())

const fileOf = (eventId: number, query = '') => w.app.inject(`/api/all-events/${eventId}/calendar.ics${query}`)

test('an event is a calendar file behind a plain link, which phones open by themselves', async () => {
  const event = await w.event(creator, { title: 'Supper Club' })
  const answer = await fileOf(event.id)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('inline; filename="event.ics"')
  expect(answer.body).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(answer.body).toContain('SUMMARY:Supper Club')
  expect(answer.body).toContain(`UID:event-${event.id}@`)
})

test('with the number of a booking it is the entry of the mail, and a calendar keeps one', async () => {
  const event = await w.event(creator)
  expect((await fileOf(event.id, '?booking=77')).body).toContain('UID:booking-77@')
  expect((await fileOf(event.id, '?booking=x')).statusCode).toBe(400)
})

test('it tells no more than the page: no draft, and no link of a virtual event', async () => {
  const draft = await w.event(creator, { status: 'draft' })
  expect((await fileOf(draft.id)).statusCode).toBe(404)
  const virtual = await w.event(creator, { isVirtual: true, venue: 'https://meet.example/secret' })
  const { body } = await fileOf(virtual.id)
  expect(body).not.toContain('meet.example')
  expect(body).toContain('LOCATION:Online event')
})
