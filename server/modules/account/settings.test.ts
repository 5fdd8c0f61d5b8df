import { expect, test } from 'vitest'
import { HOUR } from '../../../contract/durations.ts'
import { FEATURE_NAMES } from '../../../contract/features.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world, type Person } from '../../test-support/world.ts'

const features = new Set(FEATURE_NAMES)

test('the switches begin as the specification says, and stay where they are moved to', async () => {
  const { person } = await world({ config: { features } })
  const { api } = await person()
  expect(await api.account.getSettings()).toEqual({ eventHistory: true, emailVisibility: false })
  const moved = { eventHistory: true, emailVisibility: true }
  expect(await api.account.setSettings({ body: { emailVisibility: true } })).toEqual(moved)
  expect(await api.account.getSettings()).toEqual(moved)
  expect(await api.account.setSettings({ body: {} })).toEqual(moved)
})

test('without event history, bookings of events that have ended are not listed; all others are, and nothing is lost', async () => {
  let now = new Date()
  const { person, event } = await world({ config: { features }, deps: { clock: () => now } })
  const { api } = await person()
  const creator = await person()
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR)
  const past = await event(creator, { startTime: at(1), endTime: at(2) })
  const coming = await event(creator, { startTime: at(50), endTime: at(52) })
  for (const { id: eventId } of [past, coming]) await api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
  now = at(3)
  const listed = async () => (await api.tickets.list({})).map(({ eventId }) => eventId)
  expect(await listed()).toEqual([coming.id, past.id])
  await api.account.setSettings({ body: { eventHistory: 'false' as never } })
  expect(await listed()).toEqual([coming.id])
  expect(await api.tickets.list({ query: { eventId: past.id } })).toHaveLength(1)
  await api.account.setSettings({ body: { eventHistory: true } })
  expect(await listed()).toEqual([coming.id, past.id])
})

test('the address is on the creator’s page while email visibility is on, at once and for everybody', async () => {
  const { app, person, event, deps } = await world({ config: { features }, pages: true })
  const { api, id, email } = await person({ emailConfirmedAt: new Date() })
  await event({ id } as Person)
  const [data, page] = [`/api/creators/${id}`, `/creators/${id}`]
  const shown = async (address = email) =>
    Promise.all([data, page].map(async (url) => (await app.inject({ url })).body.includes(address)))
  expect(await shown()).toEqual([false, false])
  await api.account.setSettings({ body: { emailVisibility: true } })
  expect(await shown()).toEqual([true, true])
  expect((await app.inject({ url: page })).body).toContain(`href="mailto:${email}"`)
  // Another address takes its place.
  await api.account.changeAddress({ body: { email: 'new@example.org' } })
  const mail = (await collectMails(deps)).find(({ to }) => to === 'new@example.org')
  const token = /\/links\/([\w-]{34})/.exec(mail?.text ?? '')?.[1] ?? ''
  await api.account.confirmAddress({ body: { token } })
  expect([await shown(), await shown('new@example.org')]).toEqual([
    [false, false],
    [true, true],
  ])
  await api.account.setSettings({ body: { emailVisibility: false } })
  expect(await shown('new@example.org')).toEqual([false, false])
})

test('an address that nobody has confirmed is not shown: it may be a stranger’s', async () => {
  const { app, person, event } = await world({ config: { features } })
  const { api, id, email } = await person()
  await event({ id } as Person)
  await api.account.setSettings({ body: { emailVisibility: true } })
  expect((await app.inject({ url: `/api/creators/${id}` })).body).not.toContain(email)
})

test('while the feature is off there is no such call, and nobody’s address is shown', async () => {
  const { app, person, event } = await world()
  const { api, id, email } = await person({ emailVisibility: true })
  await event({ id } as Person)
  await expect(api.account.getSettings()).rejects.toMatchObject({ status: 404 })
  expect((await app.inject({ url: `/api/creators/${id}` })).body).not.toContain(email)
})
