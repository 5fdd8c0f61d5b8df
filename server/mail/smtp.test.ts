import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { mails } from '../db/schema/mails.ts'
import { world } from '../test-support/world.ts'

/** A real SMTP server that keeps what it gets and refuses as often as told. */
async function smtpServer({ refusals = 0 } = {}) {
  const received: string[] = []
  let left = refusals
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        if (left-- > 0) return done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
        received.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { received, url: `smtp://127.0.0.1:${port}` }
}

const soft = (text: string) => text.replace(/=\r\n/g, '').replaceAll('=3D', '=')

test('the reset mail arrives through SMTP as HTML with its plain-text twin', async () => {
  const { received, url } = await smtpServer()
  const { deps, visitor, person } = await world({ env: { SMTP_URL: url, MAIL_FROM: 'Hooley <hello@hooley.example>' } })
  const nora = await person({ firstName: 'Nóra' })
  await visitor.auth.forgotPassword({ body: { email: nora.email } })
  expect(await deps.outbox.deliver()).toBe(1)
  const mail = soft(received[0] ?? '')
  expect(mail).toContain('From: Hooley <hello@hooley.example>')
  expect(mail).toContain(`To: ${nora.email}`)
  expect(mail).toContain('Subject: Reset your Hooley password')
  expect(mail).toContain('Content-Type: multipart/alternative')
  expect(mail).toContain('Content-Type: text/plain; charset=utf-8')
  expect(mail).toContain('Content-Type: text/html; charset=utf-8')
  expect(mail.match(/\/reset-password\?token=[\w-]{43}/g)).toHaveLength(2)
  expect(mail).toContain('Auto-Submitted: auto-generated')
})

test('a mail that is refused is tried again later, and arrives exactly once', async () => {
  const { received, url } = await smtpServer({ refusals: 2 })
  const { deps, visitor, person } = await world({ env: { SMTP_URL: url } })
  const nora = await person()
  await visitor.auth.forgotPassword({ body: { email: nora.email } })
  const row = async () => (await deps.db.select().from(mails))[0]
  const waits: number[] = []
  for (const attempt of [1, 2]) {
    expect(await deps.outbox.deliver()).toBe(0)
    const waiting = await row()
    expect(waiting).toMatchObject({ status: 'waiting', attempts: attempt, lastError: 'EMESSAGE' })
    waits.push(Math.round(((waiting?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 10_000) * 10)
    // Not before its time.
    expect(await deps.outbox.deliver()).toBe(0)
    await deps.db.update(mails).set({ nextAttemptAt: new Date() })
  }
  expect(waits).toEqual([30, 60])
  expect(await deps.outbox.deliver()).toBe(1)
  expect(await deps.outbox.deliver()).toBe(0)
  expect(received).toHaveLength(1)
  expect(await row()).toMatchObject({ status: 'sent', attempts: 3, lastError: null, payload: {} })
})

test('after eight tries a mail is given up, shown as such, and its secret forgotten', async () => {
  const { received, url } = await smtpServer({ refusals: 99 })
  const { deps, visitor, person } = await world({ env: { SMTP_URL: url } })
  const nora = await person()
  await visitor.auth.forgotPassword({ body: { email: nora.email } })
  for (let i = 0; i < 9; i++) {
    await deps.outbox.deliver()
    await deps.db.update(mails).set({ nextAttemptAt: new Date() })
  }
  expect(received).toEqual([])
  expect((await deps.db.select().from(mails))[0]).toMatchObject({ status: 'failed', attempts: 8, payload: {} })
})

test('whoever ends the process waits for the mail under way, and the others are there for the next one', async () => {
  const { received, url } = await smtpServer()
  const { deps, visitor, person } = await world({ env: { SMTP_URL: url } })
  for (let n = 0; n < 10; n++) await visitor.auth.forgotPassword({ body: { email: (await person()).email } })
  deps.outbox.start()
  await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await deps.outbox.stop()
  const rows = await deps.db.select().from(mails)
  const waiting = rows.filter(({ status }) => status === 'waiting')
  expect(waiting.length).toBeGreaterThan(0)
  expect(received).toHaveLength(10 - waiting.length)
  for (const row of waiting) expect(row).toMatchObject({ attempts: 0, leasedUntil: null })
})

test('two instances that send at the same moment send each mail once', async () => {
  const { received, url } = await smtpServer()
  const one = await world({ env: { SMTP_URL: url } })
  const { createOutbox } = await import('./outbox.ts')
  const { smtpTransport } = await import('./smtp.ts')
  const { mailRenderers } = await import('../modules.ts')
  const { db, log, config } = one.deps
  const transport = smtpTransport(url, config.mailFrom)
  const two = createOutbox({ db, log, transport, renderers: mailRenderers(config), domain: 'hooley.example' })
  for (let i = 0; i < 12; i++) {
    const { email } = await one.person()
    await one.visitor.auth.forgotPassword({ body: { email } })
  }
  const sent = await Promise.all([one.deps.outbox.deliver(), two.deliver()])
  expect(sent[0] + sent[1]).toBe(12)
  expect(new Set(received.map((mail) => /Message-ID: (.*)/.exec(mail)?.[1])).size).toBe(12)
  expect(received).toHaveLength(12)
  expect(await db.$count(mails, eq(mails.status, 'sent'))).toBe(12)
})
