import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { mails } from '../db/schema/mails.ts'
import { mailKinds } from '../modules.ts'
import { world } from '../test-support/world.ts'
import { MAIL_SLOTS, mailLane } from './mails.ts'
import { smtpTransport } from './smtp.ts'

interface Refusals {
  /** So many emails are refused at their end, with 451. */
  refusals?: number
  recipient?: number
  sender?: number
  /** Holds every email until this resolves. */
  gate?: Promise<void>
}

/** A real SMTP server that keeps what it gets and refuses as told. */
async function smtpServer({ refusals = 0, recipient, sender, gate }: Refusals = {}) {
  const received: string[] = []
  let left = refusals
  const seen = { connections: 0, begun: 0 }
  const refuse = (responseCode?: number) =>
    responseCode ? Object.assign(new Error('no, nora@example.org'), { responseCode }) : null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      seen.connections++
      done()
    },
    onMailFrom: (_address, _session, done) => done(refuse(sender)),
    onRcptTo: (_address, _session, done) => done(refuse(recipient)),
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        seen.begun++
        if (left-- > 0) return done(refuse(451))
        void Promise.resolve(gate).then(() => {
          received.push(text)
          done()
        })
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { received, seen, url: `smtp://127.0.0.1:${port}` }
}

const soft = (text: string) => text.replace(/=\r\n/g, '').replaceAll('=3D', '=')

test('the reset mail arrives through SMTP as HTML with its plain-text twin', async () => {
  const { received, url } = await smtpServer()
  const { deps, visitor, person } = await world({ env: { SMTP_URL: url, MAIL_FROM: 'Hooley <hello@hooley.example>' } })
  const nora = await person({ firstName: 'Nóra' })
  await visitor.auth.forgotPassword({ body: { email: nora.email } })
  expect(await deps.jobs.runDue()).toBe(1)
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
    expect(await deps.jobs.runDue()).toBe(0)
    const waiting = await row()
    expect(waiting).toMatchObject({ status: 'waiting', attempts: attempt, lastError: 'EMESSAGE 451' })
    waits.push(((waiting?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 1_000)
    // Not before its time.
    expect(await deps.jobs.runDue()).toBe(0)
    await deps.db.update(mails).set({ nextAttemptAt: new Date() })
  }
  // Half a minute, then a minute, and up to a fifth more; a little has passed since.
  for (const [index, seconds] of [30, 60].entries()) {
    expect(waits[index]).toBeGreaterThan(seconds / 2)
    expect(waits[index]).toBeLessThan(seconds * 1.2)
  }
  expect(await deps.jobs.runDue()).toBe(1)
  expect(await deps.jobs.runDue()).toBe(0)
  expect(received).toHaveLength(1)
  expect(await row()).toMatchObject({ status: 'sent', attempts: 3, lastError: null, payload: {} })
})

test('after eight tries a mail is given up, shown as such, and its secret forgotten', async () => {
  const { received, url } = await smtpServer({ refusals: 99 })
  const { deps, visitor, person } = await world({ env: { SMTP_URL: url } })
  const nora = await person()
  await visitor.auth.forgotPassword({ body: { email: nora.email } })
  for (let i = 0; i < 9; i++) {
    await deps.jobs.runDue()
    await deps.db.update(mails).set({ nextAttemptAt: new Date() })
  }
  expect(received).toEqual([])
  expect((await deps.db.select().from(mails))[0]).toMatchObject({ status: 'failed', attempts: 8, payload: {} })
})

test('a process that ends finishes the mails in flight, and the others are there for the next one', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { received, seen, url } = await smtpServer({ gate })
  const { deps, visitor, person } = await world({ env: { SMTP_URL: url } })
  for (let n = 0; n < 10; n++) await visitor.auth.forgotPassword({ body: { email: (await person()).email } })
  deps.jobs.start()
  await expect.poll(() => seen.begun).toBe(MAIL_SLOTS)
  const stopped = deps.jobs.stop()
  open()
  await stopped
  expect(received).toHaveLength(MAIL_SLOTS)
  const waiting = await deps.db.select().from(mails).where(eq(mails.status, 'waiting'))
  expect(waiting).toHaveLength(10 - MAIL_SLOTS)
  for (const row of waiting) expect(row).toMatchObject({ attempts: 0, leasedUntil: null })
})

test('many mails share a few connections', async () => {
  const { received, seen, url } = await smtpServer()
  const { deps, visitor, person } = await world({ env: { SMTP_URL: url } })
  for (let n = 0; n < 12; n++) await visitor.auth.forgotPassword({ body: { email: (await person()).email } })
  expect(await deps.jobs.runDue()).toBe(12)
  expect(received).toHaveLength(12)
  expect(seen.connections).toBeLessThanOrEqual(MAIL_SLOTS)
})

test('a recipient that is refused for good is given up at once, with the code as the reason', async () => {
  const { url } = await smtpServer({ recipient: 550 })
  const { deps, visitor, person } = await world({ env: { SMTP_URL: url } })
  await visitor.auth.forgotPassword({ body: { email: (await person()).email } })
  expect(await deps.jobs.runDue()).toBe(0)
  const [row] = await deps.db.select().from(mails)
  expect(row).toMatchObject({ status: 'failed', attempts: 1, lastError: 'EENVELOPE 550', payload: {}, sentAt: null })
})

test.for([
  ['a sender that is refused', { sender: 550 }],
  ['a full mailbox', { recipient: 552 }],
  ['a recipient that is refused for now', { recipient: 450 }],
] as const)('%s may be mended: the mail waits', async ([, refusal]) => {
  const { url } = await smtpServer(refusal)
  const { deps, visitor, person } = await world({ env: { SMTP_URL: url } })
  await visitor.auth.forgotPassword({ body: { email: (await person()).email } })
  expect(await deps.jobs.runDue()).toBe(0)
  expect((await deps.db.select().from(mails))[0]).toMatchObject({ status: 'waiting', attempts: 1 })
})

test('two instances that send at the same moment send each mail once', async () => {
  const { received, url } = await smtpServer()
  const { deps, person, visitor } = await world({ env: { SMTP_URL: url } })
  const transport = smtpTransport(url, deps.config.mailFrom)
  onTestFinished(() => transport.close())
  const two = mailLane({ kinds: mailKinds(deps.config, deps.secrets), transport, publicUrl: 'https://hooley.example' })(
    deps,
  )
  for (let i = 0; i < 12; i++) await visitor.auth.forgotPassword({ body: { email: (await person()).email } })
  const sent = await Promise.all([deps.jobs.runDue(), two.runDue()])
  expect(sent[0] + sent[1]).toBe(12)
  expect(new Set(received.map((mail) => /Message-ID: (.*)/.exec(mail)?.[1])).size).toBe(12)
  expect(received).toHaveLength(12)
  expect(await deps.db.$count(mails, eq(mails.status, 'sent'))).toBe(12)
})
