import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { collectMails } from '../../test-support/collect-mails.ts'
import { makeReadOnly } from '../../test-support/database-trouble.ts'
import { world } from '../../test-support/world.ts'

const FEATURES = new Set(['contact-form'] as const)
const body = { name: 'Nora Byrne', email: 'nora@example.org', message: 'The map is upside down.\nPlease look.' }

test('a message goes to the support address, and a receipt without a word of it to its sender', async () => {
  const { visitor, deps } = await world({ config: { features: FEATURES } })
  expect((await visitor.contact.writeToUs({ body })).message).toContain('Thank you')
  const [message, receipt, ...more] = await collectMails(deps)
  expect(more).toEqual([])
  expect(message).toMatchObject({ to: 'support@hooley.example', replyTo: body.email })
  expect(message?.text).toContain(body.message)
  expect(message?.text).toContain(body.name)
  expect(receipt?.to).toBe(body.email)
  expect(receipt?.text).not.toMatch(/upside|Nora/)
  const { rows } = await deps.db.execute(sql`select payload::text as payload from mails`)
  expect(rows).toEqual([{ payload: '{}' }, { payload: '{}' }])
})

test('the same key sends a message once; a network sends five an hour, and an address gets three receipts a day', async () => {
  const { visitor, deps } = await world({ config: { features: FEATURES }, env: { RATE_LIMITS: 'on' } })
  const headers = { 'idempotency-key': 'one-press-1' }
  await visitor.contact.writeToUs({ body, headers })
  await visitor.contact.writeToUs({ body, headers })
  for (let n = 0; n < 3; n++) await visitor.contact.writeToUs({ body })
  const refused = await visitor.contact.writeToUs({ body }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 429 })
  const subjects = (await collectMails(deps)).map(({ to }) => to)
  expect(subjects.filter((to) => to === body.email)).toHaveLength(3)
  expect(subjects.filter((to) => to !== body.email)).toHaveLength(4)
})

test('a message that could not be stored is stored when it is sent again with the same key', async () => {
  const w = await world({ config: { features: FEATURES }, env: { RATE_LIMITS: 'on' } })
  const headers = { 'idempotency-key': 'one-press-2' }
  const writeAgain = await makeReadOnly(w)
  await expect(w.visitor.contact.writeToUs({ body, headers })).rejects.toMatchObject({ status: 503 })
  await writeAgain()
  await w.visitor.contact.writeToUs({ body, headers })
  expect((await collectMails(w.deps)).map(({ to }) => to)).toEqual(['support@hooley.example', body.email])
  // Also when the emails are sent by now.
  await w.visitor.contact.writeToUs({ body, headers })
  expect(await collectMails(w.deps)).toHaveLength(0)
})

test('two presses at once are one message; the same key with other words is another', async () => {
  const { visitor, deps } = await world({ config: { features: FEATURES } })
  const headers = { 'idempotency-key': 'one-press-3' }
  const press = (message: string) => visitor.contact.writeToUs({ body: { ...body, message }, headers })
  await Promise.all([press('Hello?'), press('Hello?'), press('Something else')])
  const toUs = (await collectMails(deps)).filter(({ to }) => to === 'support@hooley.example')
  expect(toUs.map(({ text }) => /Hello|else/.exec(text)?.[0]).sort()).toEqual(['Hello', 'else'])
})

test('while the feature is off there is no such call', async () => {
  const { visitor } = await world()
  await expect(visitor.contact.writeToUs({ body })).rejects.toMatchObject({ status: 404 })
})

test.each([
  [{ ...body, name: '' }, 'Please fill in all fields'],
  [{ ...body, email: 'nora at example' }, 'Email must be a valid email address'],
  [{ ...body, message: ' ' }, 'Please fill in all fields'],
])('%j is refused in one sentence', async (wrong, sentence) => {
  const { visitor } = await world({ config: { features: FEATURES } })
  await expect(visitor.contact.writeToUs({ body: wrong })).rejects.toMatchObject({ status: 400, message: sentence })
})
