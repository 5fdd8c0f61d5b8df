// Ways round a decision that were open once.
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY } from '../../../contract/durations.ts'
import type { ApiError } from '../../../contract/api-error.ts'
import { events } from '../../db/schema/events.ts'
import { mails } from '../../db/schema/mails.ts'
import { users } from '../../db/schema/users.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { FIDDLE_NIGHT } from '../../test-support/fiddle-night.ts'
import { soon } from '../../test-support/soon.ts'
import { world } from '../../test-support/world.ts'

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: ApiError) => [error.status, error.message],
  )

const WAITS = 'select 1 from pg_locks where not granted limit 1'
const GONE = [404, 'Event not found']

async function place() {
  const opened = await world()
  const { person, visitor, deps } = opened
  const [nora, ben] = [await person({ emailConfirmedAt: new Date() }), await person({ emailConfirmedAt: new Date() })]
  const [maeve, other] = [await person({ role: 'moderator' }), await person({ role: 'moderator' })]
  const decide = (body: Parameters<typeof maeve.api.moderation.decide>[0]['body']) =>
    maeve.api.moderation.decide({ body })
  const account = { accountId: nora.id }
  const undo = async (reference: string) => {
    await nora.api.moderation.object({ params: { reference }, body: { text: 'It was not me.' } })
    await other.api.moderation.decideObjection({ params: { reference }, body: { outcome: 'undone' } })
    await deps.jobs.runDue()
  }
  return {
    ...opened,
    nora,
    ben,
    maeve,
    undo,
    hide: (eventId: number) => decide({ subject: { eventId }, act: 'hide', reason: 'spam' }),
    hideAccount: () => decide({ subject: account, act: 'hide-account', reason: 'spam' }),
    suspend: (keepEvents = false) =>
      decide({
        subject: account,
        act: 'suspend',
        reason: 'spam',
        keepEvents,
        until: new Date(Date.now() + DAY).toISOString(),
      }),
    restoreAccount: () => decide({ subject: account, act: 'restore', reason: 'mistake' }),
    block: async () => {
      await decide({ subject: { domain: 'evil.example' }, act: 'block-domain', reason: 'domain' })
      await deps.jobs.runDue()
    },
    allow: async () => {
      await decide({ subject: { domain: 'evil.example' }, act: 'restore', reason: 'mistake' })
      await deps.jobs.runDue()
    },
    shown: (eventId: number) => refusal(visitor.events.get({ params: { eventId } })),
    list: async () => (await visitor.events.list({ query: { limit: 50 } })).items.map(({ id }) => id),
  }
}

describe('a hidden event', () => {
  test('cannot be duplicated, by its creator or by a manager', async () => {
    const { nora, ben, event, hide } = await place()
    const { id: eventId } = await event(nora, { managerIds: [ben.id] })
    await hide(eventId)
    for (const who of [nora, ben])
      expect(await refusal(who.api.events.duplicate({ params: { eventId } }))).toEqual([
        409,
        'This event is hidden by our moderators, so it cannot be duplicated',
      ])
  })

  test('invites nobody to manage it, and an invitation that waits is not sent', async () => {
    const { nora, event, hide, deps } = await place()
    const { id: eventId } = await event(nora)
    const invite = (email: string) => nora.api.team.invite({ params: { eventId }, body: { email } })
    await invite('before@example.org')
    await hide(eventId)
    const told = (await collectMails(deps)).map(({ to }) => to)
    expect(told).not.toContain('before@example.org')
    expect(await refusal(invite('after@example.org'))).toEqual([
      409,
      'This event is hidden by our moderators, so nobody can be invited to manage it',
    ])
    expect(await deps.db.select().from(mails).where(eq(mails.status, 'waiting'))).toEqual([])
  })
})

describe('while the creator is suspended', () => {
  test.each([false, true])('a manager publishes nothing for them (events kept: %s)', async (keepEvents) => {
    const { nora, ben, event, suspend, shown, restoreAccount } = await place()
    const draft = await event(nora, { managerIds: [ben.id], status: 'draft' })
    const open = await event(nora, { managerIds: [ben.id] })
    await suspend(keepEvents)
    const params = { eventId: draft.id }
    const publish = () => ben.api.events.update({ params, body: FIDDLE_NIGHT })
    expect(await refusal(publish())).toEqual([
      403,
      'This event cannot be published while the account of its creator is suspended',
    ])
    // A draft goes on, and so does what is published already.
    expect(await refusal(ben.api.events.update({ params, body: { ...FIDDLE_NIGHT, isDraft: true } }))).toBe('done')
    expect(await refusal(ben.api.events.update({ params: { eventId: open.id }, body: FIDDLE_NIGHT }))).toBe('done')
    expect(await shown(draft.id)).toEqual(GONE)
    await restoreAccount()
    expect(await refusal(publish())).toBe('done')
    expect(await shown(draft.id)).toBe('done')
  })

  test('a publishing that waits for the suspension to be stored finds it', async () => {
    const { nora, ben, event, deps } = await place()
    const { id: eventId } = await event(nora, { managerIds: [ben.id], status: 'draft' })
    const holder = await deps.db.$client.connect()
    await holder.query('begin')
    await holder.query(`update users set suspended_until = now() + interval '1 day' where id = $1`, [nora.id])
    const publishing = refusal(ben.api.events.update({ params: { eventId }, body: FIDDLE_NIGHT }))
    await soon(async () => expect((await deps.db.$client.query(WAITS)).rowCount).toBe(1))
    await holder.query('commit')
    holder.release()
    expect(await publishing).toEqual([403, expect.stringContaining('suspended')])
  })
})

describe('while all events of an account are hidden', () => {
  test('so is what it publishes, until that is lifted', async () => {
    const { nora, event, hideAccount, restoreAccount, shown, list } = await place()
    const before = await event(nora)
    const draft = await event(nora, { status: 'draft' })
    await hideAccount()
    const made = await nora.api.events.create({ body: FIDDLE_NIGHT })
    const published = await nora.api.events.update({ params: { eventId: draft.id }, body: FIDDLE_NIGHT })
    expect([made.isHidden, published.isHidden]).toEqual([true, true])
    for (const { id } of [before, made, published]) expect(await shown(id)).toEqual(GONE)
    expect(await list()).toEqual([])
    await restoreAccount()
    expect((await list()).toSorted()).toEqual([before.id, draft.id, made.id].toSorted())
    const later = await nora.api.events.create({ body: FIDDLE_NIGHT })
    expect(later).not.toHaveProperty('isHidden')
  })

  test('what was published in between is restored by an objection that is granted', async () => {
    const { nora, hideAccount, undo, shown } = await place()
    const { reference } = await hideAccount()
    const { id } = await nora.api.events.create({ body: FIDDLE_NIGHT })
    await undo(reference)
    expect(await shown(id)).toBe('done')
  })
})

describe('a blocked domain', () => {
  const LINKED = {
    description: 'Tickets at https://evil.example/buy and https://good.example',
    organizerDescription: 'www.evil.example',
  }

  test('is no link any more wherever it was one, and is one again when it is allowed', async () => {
    const { nora, event, block, allow, visitor, app, deps, list } = await place()
    const { id: eventId } = await event(nora, LINKED)
    const room = await event(nora, {
      isVirtual: true,
      venue: 'https://evil.example/room',
      title: 'evil.example tonight',
    })
    await nora.api.users.updateProfile({
      body: { firstName: 'Nora', lastName: 'Byrne', publicText: 'See https://evil.example/me' },
    })
    const seen = async () => {
      const read = await visitor.events.get({ params: { eventId } })
      const own = await nora.api.events.get({ params: { eventId: room.id } })
      return [read.description, read.organizerDescription, own.venue, own.title]
    }
    const text = async () => (await visitor.creators.get({ params: { creatorId: nora.id } })).text
    const before = await seen()
    expect(before[0]).toBe(LINKED.description)
    // Kept answers and feeds too.
    await app.inject({ url: '/api/all-events' })
    await block()
    expect(await seen()).toEqual([
      'Tickets at https://evil[.]example/buy and https://good.example',
      'www[.]evil[.]example',
      'https://evil[.]example/room',
      'evil[.]example tonight',
    ])
    const [stored] = await deps.db.select().from(users).where(eq(users.id, nora.id))
    expect(stored?.publicText).toBe('See https://evil[.]example/me')
    for (const url of [`/api/all-events/${eventId}`, `/api/all-events/${eventId}/calendar.ics`, '/feeds/events.rss'])
      expect([url, (await app.inject({ url })).body]).toEqual([url, expect.not.stringContaining('evil.example')])
    await allow()
    expect(await seen()).toEqual(before)
    expect(await text()).toBe('See https://evil.example/me')
    expect(await list()).toHaveLength(2)
  })

  test('does not come back with an event that was hidden when it was blocked', async () => {
    const { nora, event, hideAccount, block, undo, list, visitor } = await place()
    const bad = await event(nora, LINKED)
    const good = await event(nora)
    const { reference } = await hideAccount()
    await block()
    await undo(reference)
    expect(await list()).toEqual([good.id])
    const seen = await visitor.events.get({ params: { eventId: bad.id } })
    expect(seen.isListed).toBe(false)
    expect(seen.description).toContain('https://evil[.]example/buy')
  })

  test('is looked for again when something is restored, however it was hidden', async () => {
    const { nora, event, block, list, deps, maeve } = await place()
    await block()
    // As it may stand in the database: hidden and blocked before links were made plain.
    const { id: eventId } = await event(nora, { ...LINKED, hiddenAt: new Date() })
    await maeve.api.moderation.decide({ body: { subject: { eventId }, act: 'restore', reason: 'mistake' } })
    await deps.jobs.runDue()
    expect(await list()).toEqual([])
    const [row] = await deps.db.select().from(events).where(eq(events.id, eventId))
    expect(row?.review).toBe('waiting')
    expect(row?.description).toContain('evil[.]example')
  })

  test('is no link in an email that was written before and waited', async () => {
    const { nora, event, person, block, deps } = await place()
    const { id: eventId } = await event(nora)
    const guest = await person({ emailConfirmedAt: new Date() })
    await guest.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
    await collectMails(deps)
    const words = { subject: 'evil.example', text: 'Pay at https://evil.example/pay\nor https://good.example' }
    await deps.db.transaction((tx) =>
      deps.mails.add(tx, {
        kind: 'guest-message-test',
        userId: guest.id,
        payload: { ...words, eventId, replies: false },
      }),
    )
    await deps.db
      .update(mails)
      .set({ nextAttemptAt: new Date(Date.now() + DAY) })
      .where(eq(mails.status, 'waiting'))
    await block()
    await deps.db.update(mails).set({ nextAttemptAt: new Date() }).where(eq(mails.kind, 'guest-message-test'))
    const [mail] = (await collectMails(deps)).filter(({ to }) => to === guest.email)
    expect(mail?.text).toContain('https://evil[.]example/pay\nor https://good.example')
    for (const part of [mail?.text, mail?.html, mail?.subject]) expect(part).not.toContain('evil.example')
  })

  test('cannot be saved again as the plain text that became of it', async () => {
    const { nora, event, block } = await place()
    const { id: eventId } = await event(nora, LINKED)
    await block()
    const { description } = await nora.api.events.get({ params: { eventId } })
    expect(
      await refusal(nora.api.events.update({ params: { eventId }, body: { ...FIDDLE_NIGHT, description } })),
    ).toEqual([400, 'Links to evil.example cannot be used here. Please remove the link.'])
  })
})

describe('a draft', () => {
  test('cannot be read by moderators, neither its title nor by hiding it first', async () => {
    const { nora, event, maeve, hide, hideAccount } = await place()
    const draft = await event(nora, { status: 'draft', title: 'A secret plan' })
    const open = await event(nora)
    const params = { eventId: draft.id }
    const read = () => refusal(maeve.api.moderationConsole.event({ params }))
    expect(await refusal(hide(draft.id))).toEqual(GONE)
    expect(await read()).toEqual(GONE)
    await hideAccount()
    expect(await read()).toEqual(GONE)
    const account = await maeve.api.moderationConsole.account({ params: { accountId: nora.id } })
    expect(account.events.map(({ id }) => id)).toEqual([open.id])
    expect(account.eventCount).toBe(1)
    expect(JSON.stringify(account)).not.toContain('secret')
  })

  test('that was hidden while people saw it can still be read, so that an objection can be decided', async () => {
    const { nora, event, maeve, hide } = await place()
    const { id: eventId } = await event(nora)
    await hide(eventId)
    await nora.api.events.update({ params: { eventId }, body: { ...FIDDLE_NIGHT, isDraft: true } })
    expect(await maeve.api.moderationConsole.event({ params: { eventId } })).toMatchObject({ event: { id: eventId } })
  })
})

test('hiding all events of an account locks them in the order of their ids, as bookings do', async () => {
  const { nora, event, hideAccount, deps } = await place()
  const [first, second] = [await event(nora), await event(nora)]
  // Written again, so that the first comes last where rows are read as they lie.
  await deps.db.update(events).set({ title: 'Written again' }).where(eq(events.id, first.id))
  const [one, two] = [await deps.db.$client.connect(), await deps.db.$client.connect()]
  await one.query('begin')
  await one.query('select 1 from events where id = $1 for update', [first.id])
  const hiding = refusal(hideAccount())
  await soon(async () => expect((await two.query(WAITS)).rowCount).toBe(1))
  // The holder of the first can get the second: the moderator waits for the first and holds none.
  expect((await one.query('select 1 from events where id = $1 for update nowait', [second.id])).rowCount).toBe(1)
  await one.query('commit')
  for (const client of [one, two]) client.release()
  expect(await hiding).toBe('done')
})
