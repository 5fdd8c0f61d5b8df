import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reports } from '../../db/schema/moderation.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world, type World } from '../../test-support/world.ts'

const LIMITED = { env: { RATE_LIMITS: 'on' } }

const illegal = {
  kind: 'illegal' as const,
  text: 'They sell what nobody may sell. hx7q',
  name: 'Nora Byrne',
  email: 'nora@example.org',
  goodFaith: true,
}
const rules = { kind: 'rules' as const, text: 'It is an advertisement.' }

/** As if it came from another network. */
const from =
  (w: World, remoteAddress: string) =>
  async (payload: object, headers: Record<string, string> = {}) => {
    const answer = await w.app.inject({ method: 'POST', url: '/api/reports', remoteAddress, payload, headers })
    return { status: answer.statusCode, body: answer.json<{ reference: string; message: string }>() }
  }

const people = async (w: World) => {
  const { rows } = await w.deps.db.execute<{ people: number }>(
    sql`select count(distinct sender_hash)::int as people from reports`,
  )
  return rows[0]?.people
}

test('a visitor reports an event without an account, and gets a receipt with nothing of what they wrote', async () => {
  const w = await world()
  const event = await w.event(await w.person())
  const { reference } = await w.visitor.reports.send({ body: { eventId: event.id, ...illegal } })
  expect(reference).toMatch(/^R-[A-Z2-7]{12}$/)
  const [receipt, ...more] = await collectMails(w.deps)
  expect(more).toEqual([])
  expect(receipt).toMatchObject({ to: illegal.email, subject: `Your report ${reference}` })
  expect(receipt?.text).toContain(`/report/${reference}`)
  expect(receipt?.text).not.toMatch(/hx7q|Nora|sell|Fiddle/)
  expect(await w.visitor.reports.get({ params: { reference } })).toMatchObject({
    reference,
    kind: 'illegal',
    state: 'open',
    decision: null,
    about: { kind: 'event', id: event.id, name: event.title },
  })
  // And nothing happens to the event.
  expect(await w.visitor.events.get({ params: { eventId: event.id } })).toMatchObject({ id: event.id })
  const { rows } = await w.deps.db.execute(sql`select code, subject, actor_id from audit_log`)
  expect(rows).toMatchObject([{ code: 'report', actor_id: null }])
  expect(String(rows[0]?.subject)).toMatch(/^report:\d+$/)
})

test('a creator can be reported once they have a page', async () => {
  const w = await world()
  const creator = await w.person()
  const report = { body: { creatorId: creator.id, ...rules } }
  await expect(w.visitor.reports.send(report)).rejects.toMatchObject({ status: 404, message: 'Creator not found' })
  await w.event(creator)
  const { reference } = await w.visitor.reports.send(report)
  expect((await w.visitor.reports.get({ params: { reference } })).about).toMatchObject({ kind: 'creator' })
  expect(await collectMails(w.deps)).toEqual([])
})

test.each([
  ['without a name', { ...illegal, name: undefined }, /name and email/],
  ['without an address', { ...illegal, email: undefined }, /name and email/],
  ['without good faith', { ...illegal, goodFaith: false }, /as far as you know/],
  ['without a word', { ...rules, text: ' ' }, /say what is wrong/],
  ['of another kind', { ...rules, kind: 'ugly' }, /^Kind must be/],
  ['with half an address', { ...rules, email: 'nora at example' }, /valid email/],
])('a report %s is refused in one sentence', async (_how, body, sentence) => {
  const w = await world()
  const event = await w.event(await w.person())
  const answer = await from(w, '203.0.113.1')({ eventId: event.id, ...body })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toMatch(sentence)
  expect(await w.deps.db.$count(reports)).toBe(0)
})

test('a report names one thing, which everybody can see', async () => {
  const w = await world()
  const creator = await w.person()
  const event = await w.event(creator)
  const draft = await w.event(creator, { status: 'draft' })
  const hidden = await w.event(creator, { hiddenAt: new Date() })
  const send = from(w, '203.0.113.1')
  expect(await send(rules)).toMatchObject({ status: 400 })
  expect(await send({ ...rules, eventId: event.id, creatorId: creator.id })).toMatchObject({ status: 400 })
  for (const { id: eventId } of [draft, hidden])
    expect(await send({ ...rules, eventId })).toMatchObject({ status: 404 })
})

test('the sexual abuse of children can be reported without a name', async () => {
  const w = await world()
  const event = await w.event(await w.person())
  const body = { ...illegal, name: undefined, email: undefined, isChildAbuse: true }
  expect(await from(w, '203.0.113.1')({ eventId: event.id, ...body })).toMatchObject({ status: 201 })
})

test('the same press makes one report, and a key is not another person’s', async () => {
  const w = await world()
  const creator = await w.person()
  const [event, other] = [await w.event(creator), await w.event(creator)]
  const key = { 'idempotency-key': 'one-press-1' }
  const here = from(w, '203.0.113.1')
  const first = await here({ ...illegal, eventId: event.id }, key)
  const again = await Promise.all([1, 2].map(() => here({ ...illegal, eventId: event.id }, key)))
  for (const { body } of again) expect(body.reference).toBe(first.body.reference)
  expect(await w.deps.db.$count(reports)).toBe(1)
  expect(await collectMails(w.deps)).toHaveLength(1)
  expect(await here({ ...illegal, eventId: other.id }, key)).toMatchObject({ status: 409 })
  const elsewhere = await from(w, '198.51.100.1')({ ...illegal, eventId: event.id }, key)
  expect(elsewhere.body.reference).not.toBe(first.body.reference)
})

test('two presses with one key at the same moment are one report', async () => {
  const w = await world()
  const event = await w.event(await w.person())
  const send = () => from(w, '203.0.113.1')({ ...rules, eventId: event.id }, { 'idempotency-key': 'one-press-2' })
  const answers = await Promise.all([send(), send(), send()])
  expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1)
  expect(await w.deps.db.$count(reports)).toBe(1)
})

test('many reports by one person, address or network count once', async () => {
  const w = await world()
  const event = await w.event(await w.person())
  const report = { ...rules, eventId: event.id }
  await from(w, '203.0.113.1')({ ...report, email: 'nora@example.org' })
  await from(w, '203.0.113.1')({ ...report, text: 'Again.' })
  await from(w, '198.51.100.1')({ ...report, email: 'Nora@Example.org' })
  expect(await people(w)).toBe(1)
  await from(w, '198.51.100.9')(report)
  expect(await people(w)).toBe(2)
  // A member is one person wherever they are.
  const ben = await w.person()
  const bearer = { authorization: `Bearer ${ben.token}` }
  await from(w, '192.0.2.1')(report, bearer)
  await from(w, '192.0.2.77')(report, bearer)
  expect(await people(w)).toBe(3)
})

test('who reports what cannot be read from the hashes: the same network has another for each event', async () => {
  const w = await world()
  const creator = await w.person()
  for (const { id: eventId } of [await w.event(creator), await w.event(creator)])
    await from(w, '203.0.113.1')({ ...rules, eventId })
  expect(await people(w)).toBe(2)
  const { rows } = await w.deps.db.execute<{ row: string }>(sql`select reports::text as row from reports`)
  for (const { row } of rows) expect(row).not.toContain('203.0.113')
})

test('a network sends five an hour, and an address gets three receipts a day', async () => {
  const w = await world(LIMITED)
  const event = await w.event(await w.person())
  const report = { ...rules, eventId: event.id, email: 'nora@example.org' }
  const send = from(w, '203.0.113.1')
  for (let n = 0; n < 5; n++) expect((await send(report)).status).toBe(201)
  expect((await send(report)).status).toBe(429)
  // Asking again for what was sent is not sending.
  expect((await from(w, '198.51.100.1')(report)).status).toBe(201)
  expect(await collectMails(w.deps)).toHaveLength(3)
})

test('a press that is repeated uses up nothing', async () => {
  const w = await world(LIMITED)
  const event = await w.event(await w.person())
  const send = from(w, '203.0.113.1')
  for (let n = 0; n < 7; n++)
    expect((await send({ ...rules, eventId: event.id }, { 'idempotency-key': 'one-press-3' })).status).toBe(201)
})

test('who reported is told to nobody but moderators: not to the creator, not to who has the reference', async () => {
  const w = await world()
  const creator = await w.person()
  const event = await w.event(creator)
  const { reference } = await w.visitor.reports.send({ body: { eventId: event.id, ...illegal } })
  const asCreator = creator.api
  const answers = [
    await asCreator.reports.get({ params: { reference } }),
    await asCreator.events.get({ params: { eventId: event.id } }),
    await asCreator.team.history({ params: { eventId: event.id } }),
    await asCreator.guests.list({ params: { eventId: event.id } }),
  ]
  expect(JSON.stringify(answers)).not.toMatch(/nora|hx7q/i)
})

test('a reference that nobody has is not found, and one that is none is refused', async () => {
  const { visitor } = await world()
  const read = (reference: string) => visitor.reports.get({ params: { reference } })
  await expect(read('R-ABCDEFGHIJKL')).rejects.toMatchObject({ status: 404, message: 'Report not found' })
  await expect(read('everything')).rejects.toMatchObject({ status: 400 })
})

test('a deleted event leaves the report without it', async () => {
  const w = await world()
  const creator = await w.person()
  const event = await w.event(creator)
  const { reference } = await w.visitor.reports.send({ body: { eventId: event.id, ...rules } })
  await creator.api.events.remove({ params: { eventId: event.id } })
  const [row] = await w.deps.db.select().from(reports).where(eq(reports.reference, reference))
  expect(row?.eventId).toBeNull()
  expect((await w.visitor.reports.get({ params: { reference } })).about.id).toBeNull()
})
