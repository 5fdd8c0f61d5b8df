import { once } from 'node:events'
import { execFile } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { CHECK_NAMES, type Check } from '../../../contract/installation.ts'
import { HOUR, MINUTE } from '../../../contract/durations.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { mails } from '../../db/schema/mails.ts'
import { users } from '../../db/schema/users.ts'
import { webhookDeliveries } from '../../db/schema/webhooks.ts'
import { freePort } from '../../test-support/free-port.ts'
import { LOOPBACK, openReceiver } from '../../test-support/webhook-receiver.ts'
import { world, type World } from '../../test-support/world.ts'
import { checkAll, type Looked } from './checks.ts'
import { administratorSentence, promoteAdministrator } from './first-administrator.ts'

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

const roleOf = async ({ deps: { db } }: World, userId: number) =>
  (await db.select({ role: users.role }).from(users).where(eq(users.id, userId)))[0]?.role

const tokenOf = (sentence: string | null) => /first-administrator\/(\S+)/.exec(sentence ?? '')?.[1] ?? ''

test('the printed link makes the first administrator: once, within an hour, with a confirmed address', async () => {
  let now = new Date()
  const w = await world({ deps: { clock: () => now } })
  const [nora, ann] = [await w.person({ emailConfirmedAt: now }), await w.person()]
  const token = tokenOf(await administratorSentence(w.deps))
  const another = tokenOf(await administratorSentence(w.deps))
  const claim = (person: typeof nora, given = token) =>
    codeOf(person.api.installation.claimAdministrator({ body: { token: given } }))

  expect(await claim(ann)).toBe('address_unconfirmed')
  const [issued = '', signature = ''] = token.split('.')
  expect(await claim(nora, `${Number(issued) + 1}.${signature}`)).toBe('administrator_link_invalid')
  now = new Date(now.getTime() + HOUR + MINUTE)
  expect(await claim(nora)).toBe('administrator_link_invalid')
  now = new Date(now.getTime() - 2 * MINUTE)
  expect(await claim(nora)).toBe('answered')
  expect(await roleOf(w, nora.id)).toBe('administrator')
  expect(await administratorSentence(w.deps)).toBeNull()

  // Not even when there is none again, and neither does the link of another instance.
  await w.deps.db.update(users).set({ role: null }).where(eq(users.id, nora.id))
  expect(await claim(nora)).toBe('administrator_link_invalid')
  expect(await claim(nora, another)).toBe('administrator_link_invalid')
})

test('ADMIN_EMAIL becomes administrator once confirmed, while there is none', async () => {
  const w = await world({ config: { adminEmail: 'Boss@example.org' } })
  expect(await administratorSentence(w.deps)).not.toContain('first-administrator')
  const boss = await w.person({ email: 'boss@example.org' })
  await promoteAdministrator(w.deps)
  expect(await roleOf(w, boss.id)).toBeNull()
  await w.deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, boss.id))
  await promoteAdministrator(w.deps)
  expect(await roleOf(w, boss.id)).toBe('administrator')
  const second = await w.person({ role: 'administrator' })
  await w.deps.db.update(users).set({ role: null }).where(eq(users.id, boss.id))
  await promoteAdministrator(w.deps)
  expect([await roleOf(w, boss.id), await roleOf(w, second.id)]).toEqual([null, 'administrator'])
})

test('administrators see the version, every check and the queues, and try failed work again', async () => {
  const w = await world()
  const [admin, moderator] = [await w.person({ role: 'administrator' }), await w.person({ role: 'moderator' })]
  const values = { status: 'failed', attempts: 8, lastError: 'EBROKEN' } as const
  await w.deps.db.insert(jobs).values([
    { kind: 'tidy', ...values },
    { kind: 'tidy', ...values, payload: { emptied: true } },
  ])
  await w.deps.db.insert(mails).values({ kind: 'role-given', userId: admin.id, ...values })
  const read = await admin.api.installation.read()
  expect(read.version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(read.checks.map(({ name }) => name)).toEqual(CHECK_NAMES)
  expect(read.queues).toMatchObject([
    { queue: 'jobs', kind: 'tidy', failed: 2 },
    { queue: 'emails', kind: 'role-given', failed: 1 },
  ])
  expect(await codeOf(moderator.api.installation.read())).toBe('forbidden')
  const body = { queue: 'jobs', kind: 'tidy' } as const
  expect(await codeOf(moderator.api.installation.retry({ body }))).toBe('forbidden')
  expect(await admin.api.installation.retry({ body })).toEqual({ retried: 1, lost: 1 })
  const rows = await w.deps.db.select().from(jobs).orderBy(jobs.id)
  expect(rows).toMatchObject([{ status: 'waiting', attempts: 0, lastError: null }, { status: 'failed' }])
})

test('administrators see messages of webhooks that wait, and have them sent at once', async () => {
  const w = await world({ env: { OUTGOING_NETWORKS: LOOPBACK } })
  const admin = await w.person({ role: 'administrator' })
  const receiver = await openReceiver()
  const { id: webhookId } = await admin.api.webhooks.make({ body: { url: receiver.url, types: ['booking.created'] } })
  receiver.answers.push(500)
  await admin.api.webhooks.test({ params: { webhookId } })
  await w.deps.jobs.runDue()
  const later = new Date(Date.now() + HOUR)
  await w.deps.db.update(webhookDeliveries).set({ nextAt: later })
  const shown = async () => (await admin.api.installation.read()).queues.filter(({ queue }) => queue === 'webhooks')
  expect(await shown()).toEqual([{ queue: 'webhooks', kind: 'webhook.test', waiting: 1, failed: 0, overdueSeconds: 0 }])
  const retry = (kind: string) => admin.api.installation.retry({ body: { queue: 'webhooks', kind } })
  expect(await retry('booking.created')).toEqual({ retried: 0, lost: 0 })
  expect(await retry('webhook.test')).toEqual({ retried: 1, lost: 0 })
  await w.deps.jobs.runDue()
  expect(receiver.received).toHaveLength(2)
  expect(await shown()).toEqual([])
})

async function check(
  w: World,
  name: Check['name'],
  more: Partial<Looked> & { settings?: Partial<Looked['config']> } = {},
) {
  const { settings = {}, ...given } = more
  const looked: Looked = {
    config: { ...w.deps.config, ...settings },
    ask: async <T>(statement: string) => (await w.deps.db.$client.query(statement)).rows as T[],
    ...given,
  }
  const found = (await checkAll(looked)).find((one) => one.name === name)
  return `${found?.state}: ${found?.sentence}`
}

/** What a database says that has this to say of itself. */
const saying = (row: object): Looked['ask'] => (() => Promise.resolve([row])) as Looked['ask']

test('each check fails where what it looks at is broken, and no sentence holds a secret', async () => {
  const w = await world()
  const away = `127.0.0.1:${await freePort()}`
  const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const s3 = {
    endpoint: `http://${away}`,
    bucket: 'b',
    region: 'r',
    accessKeyId: 'k',
    secretAccessKey: 's3cret',
    publicUrl: undefined,
  }
  const database = { version: 180_000, name: '18.1', reads: false, creates: true, missing: null }
  const broken: [Check['name'], Parameters<typeof check>[2], RegExp][] = [
    [
      'settings',
      { settings: { publicUrl: 'https://events.example.org', isLocal: false } },
      /^warning: .*TRUST_PROXY.*SECRET_KEY/,
    ],
    [
      'database',
      { ask: () => Promise.reject(Object.assign(new Error('s3cret'), { code: '28P01' })) },
      /^failed: .*28P01/,
    ],
    ['database', { ask: saying({ ...database, version: 140_000, name: '14.2' }) }, /^failed: .*14\.2/],
    ['database', { ask: saying({ ...database, reads: true }) }, /^failed: .*read-only/],
    ['database', { ask: saying({ ...database, creates: false }) }, /^failed: .*owner/],
    ['database', { ask: saying({ ...database, missing: 'pg_trgm' }) }, /^failed: .*pg_trgm.*contrib/],
    ['migrations', { ask: saying({ there: false }) }, /^failed: .*start Hooley once/],
    ['migrations', { ask: saying({ there: true, at: '5' }) }, /^failed: \d+ migrations are not applied/],
    ['migrations', { ask: saying({ there: true, at: '9999999999999' }) }, /^warning: A newer version/],
    ['clock', { now: () => Date.now() + 60_000 }, /^failed: .* differ by (59|6\d)(\.\d)? s/],
    ['email', { settings: { smtpUrl: `smtp://u:s3cret@${away}` } }, /^failed: .*SMTP_URL refuses/],
    ['storage', { settings: { dataDir: resolve('package.json') } }, /^failed: .*ENOTDIR/],
    ['storage', { settings: { s3 } }, /^failed: .*S3_BUCKET cannot be used/],
    ['redis', { settings: { redisUrl: `redis://:s3cret@${away}` } }, /^failed: .*ECONNREFUSED/],
    ['address', { settings: { publicUrl: `http://events.test:${port}` } }, /^failed: PUBLIC_URL cannot be reached/],
    ['disk', { freeBytes: () => Promise.resolve(1e8) }, /^failed: 0\.1 GB/],
    ['disk', { freeBytes: () => Promise.resolve(1e9) }, /^warning: 1\.0 GB/],
    ['backup', { settings: { isLocal: false } }, /^failed: No backup was ever made/],
    ['backup', { ask: saying({ age: 500_000 }) }, /^failed: The last backup is 138\.9 hours old/],
    ['jobs', { ask: saying({ failed: 3, overdue: 0 }) }, /^warning: 3 jobs and emails/],
    ['jobs', { ask: saying({ failed: 3, overdue: 3_600 }) }, /^failed: Work has been due for 60 minutes/],
  ]
  expect(new Set(broken.map(([name]) => name))).toEqual(new Set(CHECK_NAMES))
  for (const [name, given, sentence] of broken) {
    const found = await check(w, name, given)
    expect([name, found]).toEqual([name, expect.stringMatching(sentence)])
    expect(found).not.toContain('s3cret')
  }
})

test('an installation in order passes every check', async () => {
  const w = await world()
  await w.deps.db.execute(sql`insert into installation (name, value) values ('last-backup', now()::text)`)
  for (const name of CHECK_NAMES) expect([name, await check(w, name)]).toEqual([name, expect.stringMatching(/^ok: /)])
})

const run = promisify(execFile)

test('npm run doctor says the same beside a running server, and ends with 1 when something does not work', async () => {
  const w = await world()
  const REDIS_URL = `redis://:s3cret@127.0.0.1:${await freePort()}`
  const env = { ...process.env, DATABASE_URL: w.databaseUrl, DATA_DIR: w.deps.config.dataDir, REDIS_URL }
  const given = [resolve('scripts/doctor.ts'), '--json']
  const { code, stdout } = await run(process.execPath, given, { env }).then(
    () => ({ code: 0, stdout: '' }),
    (error: { code: number; stdout: string }) => error,
  )
  expect(code).toBe(1)
  const { checks } = JSON.parse(stdout) as { checks: Check[] }
  expect(checks.map(({ name }) => name)).toEqual(CHECK_NAMES)
  expect(checks.filter(({ state }) => state === 'failed')).toMatchObject([{ name: 'redis' }])
  expect(stdout).not.toContain('s3cret')
})
