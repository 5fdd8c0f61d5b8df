import { expect, test } from 'vitest'
import { mails } from '../../db/schema/mails.ts'
import { message } from '../../mail/message.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { fakePushService, pushReceiver } from '../../test-support/push-receiver.ts'
import { world, type Person } from '../../test-support/world.ts'

const ask = (person: Person, eventId: number, text: string, key?: string) =>
  person.api.questions.ask({
    params: { eventId },
    body: { text },
    ...(key && { headers: { 'idempotency-key': key } }),
  })

test('a question is mailed to the creator, and an answer goes to the guest', async () => {
  const { person, event, deps } = await world()
  const creator = await person({ emailConfirmedAt: new Date() })
  const anna = await person({ firstName: 'Anna', email: 'anna@example.org', emailConfirmedAt: new Date() })
  const { id } = await event(creator)
  const { message: said } = await ask(anna, id, 'Is there parking?\nSee https://maps.example/x <b>')
  expect(said).toBe('Your question is on its way. The organiser will reply by email.')
  const [mail, ...more] = await collectMails(deps)
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to: creator.email,
    replyTo: 'anna@example.org',
    subject: 'A question about Fiddle Night',
  })
  expect(message(mail!, 'Hooley <a@b.example>', '<1@x>')).toMatchObject({ replyTo: 'anna@example.org' })
  expect(mail!.text).toContain('Anna asks:\n\nIs there parking?\nSee https://maps.example/x <b>')
  expect(mail!.html).toContain('&lt;b&gt;')
  expect(mail!.text).not.toContain('not confirmed')
  expect(mail!.unsubscribeUrl).toContain('/unsubscribe/')
  // What was written is gone with the email.
  expect((await deps.db.select().from(mails))[0]!.payload).toEqual({})
})

test('to a creator whose address is not confirmed it carries no links, and five a day', async () => {
  const { person, event, deps } = await world()
  const creator = await person()
  const anna = await person()
  const { id } = await event(creator, { title: 'Fiddle Night at evil.example' })
  for (let n = 0; n < 7; n++) await ask(anna, id, `Look:\nhttps://evil.example/${n} now`)
  const sent = await collectMails(deps)
  expect(sent).toHaveLength(5)
  for (const { subject, html, text } of sent) {
    expect(subject + html + text).not.toContain('evil.example')
    expect(text).toContain('Look:\nnow')
    expect(text).toContain('They haven’t confirmed yet that it’s theirs.')
  }
})

test('a repeated key asks once, and one of another event is refused', async () => {
  const { person, event, deps } = await world()
  const [creator, anna] = [await person(), await person()]
  const [one, two] = [await event(creator), await event(creator)]
  await Promise.all([ask(anna, one.id, 'Hello?', 'same-key-1'), ask(anna, one.id, 'Hello?', 'same-key-1')])
  await expect(ask(anna, two.id, 'Hello?', 'same-key-1')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  expect(await deps.db.$count(mails)).toBe(1)
})

test('five an hour can be asked, about events that one may see, in words', async () => {
  const { person, event } = await world({ env: { RATE_LIMITS: 'on' } })
  const [creator, anna] = [await person(), await person()]
  const { id } = await event(creator)
  const draft = await event(creator, { status: 'draft' })
  await expect(ask(anna, draft.id, 'Hello?')).rejects.toMatchObject({ code: 'event_not_found' })
  await expect(ask(anna, 999_999, 'Hello?')).rejects.toMatchObject({ code: 'event_not_found' })
  await expect(ask(anna, id, ' \u200b ')).rejects.toThrow('Please write your question.')
  await expect(ask(anna, id, 'x'.repeat(2_001))).rejects.toMatchObject({ status: 400 })
  for (let n = 0; n < 5; n++) await ask(anna, id, 'Hello?')
  await expect(ask(anna, id, 'Hello?')).rejects.toMatchObject({ status: 429 })
})

test('the creator’s browser is told', async () => {
  const push = fakePushService()
  const { person, event, deps } = await world({ deps: { push } })
  const [creator, anna] = [await person(), await person()]
  const { id } = await event(creator)
  const keys = pushReceiver().keys
  await creator.api.notices.subscribe({ body: { endpoint: 'https://push.example/creator', keys } })
  await ask(anna, id, 'Hello?')
  await deps.jobs.runDue()
  expect(push.received.map(({ endpoint }) => endpoint)).toEqual(['https://push.example/creator'])
})
