import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventBodyInput } from '../../../contract/event-body.ts'
import { openWorld, type World } from '../../test-support/world.ts'

const body: EventBodyInput = {
  title: 'Oíche Cheoil',
  description: 'Bring a fiddle.',
  venue: 'The Cobblestone, Dublin',
  startTime: '2027-05-01T20:00',
  endTime: '2027-05-01T23:00',
  timeZone: 'Europe/Dublin',
  capacity: 40,
  isDraft: false,
}

let w: World
beforeAll(async () => {
  w = await openWorld()
})
afterAll(() => w.close())

test('an event says what it has for people who need it and in what language; a change without them leaves both', async () => {
  const { api } = await w.person()
  const { id, ...made } = await api.events.create({
    body: { ...body, accessFacts: ['captions', 'step-free', 'captions'], language: 'GA-ie' },
  })
  const said = { accessFacts: ['step-free', 'captions'], language: 'ga-IE' }
  expect(made).toMatchObject(said)
  const params = { eventId: id }
  expect(await w.visitor.events.get({ params })).toMatchObject({ accessText: 'Step-free access · Captions', ...said })
  expect(await api.events.update({ params, body })).toMatchObject(said)
  expect(await api.events.duplicate({ params })).toMatchObject(said)
  const silent = await api.events.update({ params, body: { ...body, accessFacts: [], language: '' } })
  expect(silent).not.toHaveProperty('accessFacts')
  expect(silent).not.toHaveProperty('language')
  const wrong: object[] = [
    { accessFacts: ['stairs'] },
    { accessFacts: 'captions' },
    { language: 'Irish!' },
    { language: 5 },
  ]
  for (const fields of wrong)
    await expect(api.events.create({ body: { ...body, ...fields } }), JSON.stringify(fields)).rejects.toMatchObject({
      status: 400,
    })
})

test('events are found by all that somebody needs, by its everyday name, and no longer once it is taken back', async () => {
  const { api } = await w.person()
  const make = async (title: string, accessFacts: EventBodyInput['accessFacts']) =>
    (await api.events.create({ body: { ...body, title, accessFacts } })).id
  const both = await make('Loop Evening', ['step-free', 'hearing-loop'])
  const one = await make('Ramp Evening', ['step-free', 'quiet-space'])
  await make('Stairs Evening', [])
  const found = async (query: NonNullable<Parameters<typeof api.events.list>[0]>['query']) =>
    (await w.visitor.events.list({ query })).items.map(({ id }) => id).filter((id) => [both, one].includes(id))
  expect(await found({ access: 'step-free' })).toEqual([both, one])
  expect(await found({ access: 'step-free,hearing-loop' })).toEqual([both])
  expect(await found({ q: 'wheelchair evening' })).toEqual([both, one])
  await api.events.update({ params: { eventId: one }, body: { ...body, title: 'Ramp Evening', accessFacts: [] } })
  expect(await found({ access: 'step-free' })).toEqual([both])
  expect(await found({ q: 'wheelchair evening' })).toEqual([both])
})

test('feeds and the calendar file say it too', async () => {
  const { api } = await w.person()
  await api.events.create({ body: { ...body, title: 'Zither Night', accessFacts: ['hearing-loop'], language: 'de' } })
  const read = async (format: string) => (await w.app.inject(`/feeds/events.${format}?q=zither`)).body
  expect(await read('ics')).toContain('SUMMARY;LANGUAGE=de:Zither Night')
  expect(await read('rss')).toContain('Hearing loop')
  expect(JSON.parse(await read('json'))).toMatchObject({
    items: [{ language: 'de', _event: { access: ['hearing-loop'] } }],
  })
})

test('co-organisers, past events and moderators have the language of its title, too', async () => {
  const [creator, helper, moderator] = [await w.person(), await w.person(), await w.person({ role: 'moderator' })]
  const titled = { title: body.title, language: 'ga' }
  await w.event(creator, { ...titled, managerIds: [helper.id] })
  expect(await helper.api.team.listManaged()).toMatchObject([titled])
  expect((await creator.api.insights.overEvents()).events).toMatchObject([titled])
  const { events } = await moderator.api.moderationConsole.account({ params: { accountId: creator.id } })
  expect(events).toMatchObject([titled])
})
