// Made from the table in server/access/cures.ts: an intruder makes every secret, the owner applies every cure through the
// API, and what still works afterwards is what the table says. A secret that is missing from the table fails here too.
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { and, desc, eq, getTableName, is, isNull } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../contract/durations.ts'
import { CURES, OPENS_NOTHING, SECRETS, type Cure, type SecretName } from './access/cures.ts'
import { signLink } from './access/mail-links.ts'
import { sessions } from './db/schema/auth.ts'
import { mails } from './db/schema/mails.ts'
import { pushSubscriptions } from './db/schema/notices.ts'
import { tickets } from './db/schema/tickets.ts'
import { twoFactor } from './db/schema/two-factor.ts'
import { users } from './db/schema/users.ts'
import { webhookEndpoints } from './db/schema/webhooks.ts'
import { hashToken, newToken } from './http/session.ts'
import { personalTables } from './modules.ts'
import { finishGoogle } from './modules/auth/google-sign-in.ts'
import { hashPassword } from './modules/auth/passwords.ts'
import { unseal } from './access/sealed.ts'
import { codeOf, stepAt } from './modules/auth/totp.ts'
import { browserOf } from './test-support/browser.ts'
import { pushReceiver } from './test-support/push-receiver.ts'
import { SoftAuthenticator } from './test-support/soft-authenticator.ts'
import { openWorld, type Person, type World } from './test-support/world.ts'

const OLD = 'correct horse'
const NEW = 'battery staple'

let w: World
let creator: Person
let now = new Date()
let passwordHash: string
beforeAll(async () => {
  w = await openWorld({ env: { FEATURES: 'two-factor' }, deps: { clock: () => now } })
  creator = await w.person()
  passwordHash = await hashPassword(OLD)
})
afterAll(() => w.close())

const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )
const isAnswered = async (call: Promise<unknown>) => (await refusalOf(call)) === 'answered'
const payloadOf = async (kind: string, userId: number) => {
  // A row that is marked as sent moves behind later ones.
  const rows = await w.deps.db.select().from(mails).where(eq(mails.userId, userId)).orderBy(mails.id)
  return rows.findLast((row) => row.kind === kind)?.payload as Record<string, unknown>
}

interface Check {
  isAlive: () => Promise<boolean>
  /** Asks within the account, which is taken back first if it is about to be deleted. */
  within?: true
}

interface Scene {
  nora: Person
  checks: Partial<Record<SecretName, Check>>
  resetToken: string
  changeToken: string
}

const identityOf = ({ id, email }: Person) => ({
  subject: `google-${id}`,
  email,
  emailVerified: true,
  firstName: 'Nora',
  lastName: 'Byrne',
  picture: '',
})

/** A new session of the account, whatever its ways in are by now. */
async function inside({ id }: Person) {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + HOUR)
  const proofs = { provedAt: now, strongProofAt: now }
  await w.deps.db.insert(sessions).values({ tokenHash: hashToken(token), userId: id, expiresAt, ...proofs })
  const api = w.apiWith(token)
  await api.account.keepAccount()
  return api
}

async function appCode({ id }: Person) {
  // The next half minute: each code works once.
  now = new Date(now.getTime() + 60_000)
  const [row] = await w.deps.db.select().from(twoFactor).where(eq(twoFactor.userId, id))
  return row ? codeOf(unseal(w.deps.secrets, id, row.secret)!, stepAt(now)) : '000000'
}

/** The owner, and everything that somebody in a second session of the account can make. */
async function scene({ isConfirmed, hasGoogle }: { isConfirmed: boolean; hasGoogle: boolean }): Promise<Scene> {
  const nora = await w.person({ passwordHash, emailConfirmedAt: isConfirmed ? now : null })
  const { access_token: token } = await w.visitor.auth.login({ body: { email: nora.email, password: OLD } })
  const thief = w.apiWith(token)
  const { db, secrets } = w.deps

  const device = new SoftAuthenticator()
  const { challenge } = await thief.passkeys.addOptions()
  await thief.passkeys.add({ body: { passkey: device.create({ challenge }) } })
  await thief.twoFactor.begin()
  const { recoveryCodes } = await thief.twoFactor.confirm({ body: { code: await appCode(nora) } })
  const { challenge: open } = await thief.passkeys.addOptions()

  await w.visitor.auth.forgotPassword({ body: { email: nora.email } })
  const resetToken = String((await payloadOf('password-reset', nora.id)).token)
  const asking = browserOf(w)
  await asking.askForCode(nora.email)
  const signInCode = String((await payloadOf('sign-in-code', nora.id)).code)
  const newEmail = `elsewhere-${nora.id}@example.org`
  await thief.account.changeAddress({ body: { email: newEmail } })
  const { changeId } = await payloadOf('address-change-asked', nora.id)
  const claim = { userId: nora.id, purpose: 'address', subjectId: Number(changeId), email: newEmail } as const
  const changeToken = signLink(secrets, claim)
  const feed = new URL((await thief.feeds.renew({})).url).pathname
  const { key } = await thief.apiKeys.make({ body: { name: 'Kiosk', scopes: ['events.read'] } })
  await thief.webhooks.make({ body: { url: 'https://hooks.example/in', types: ['booking.created'] } })
  const endpoint = `https://push.example/${nora.id}`
  await thief.notices.subscribe({ body: { endpoint, keys: pushReceiver().keys } })
  // Over, so that the account can be deleted; its door is open for twelve hours more.
  const own = await w.event(nora, { startTime: new Date(now.getTime() - 4 * HOUR) })
  const params = { eventId: own.id }
  const door = await thief.door.createLink({ params, body: { name: 'Main', mayAdd: true } })
  const latestInvitation = async () => {
    const [row] = await db
      .select()
      .from(mails)
      .where(eq(mails.kind, 'team-invitation'))
      .orderBy(desc(mails.id))
      .limit(1)
    return (row?.payload as { token: string }).token
  }
  await thief.team.handOver({ params, body: { email: creator.email } })
  const handover = await latestInvitation()
  const event = await w.event(creator)
  const booked = await thief.tickets.book({ body: { eventId: event.id, numberOfTickets: 1 } })
  await creator.api.team.invite({ params: { eventId: event.id }, body: { email: nora.email } })
  const invitation = await latestInvitation()
  await thief.account.startExport()
  await w.deps.jobs.runDue()
  const { url: download } = await thief.account.getExport()
  const unsubscribe = signLink(secrets, { userId: nora.id, purpose: 'unsubscribe', subjectId: 1, email: nora.email })

  const isOpen = async (url: string, headers = {}) => (await w.app.inject({ url, headers })).statusCode === 200
  const isIn = async (api: Person['api']) => (await refusalOf(api.users.profile())) !== 'unauthorized'
  const checks: Scene['checks'] = {
    'other sessions': { isAlive: () => isIn(thief) },
    'this session': { isAlive: () => isIn(nora.api) },
    password: {
      isAlive: async () =>
        (await refusalOf(w.visitor.auth.login({ body: { email: await emailOf(nora), password: OLD } }))) !==
        'invalid_credentials',
    },
    'reset link': {
      // Last of all: it ends what is looked at.
      within: true,
      isAlive: () =>
        isAnswered(
          w.visitor.auth.resetPassword({ params: { token: resetToken }, body: { newPassword: NEW, isMine: true } }),
        ),
    },
    'sign-in code': {
      // Right, it is asked who they are, or for the second step.
      isAlive: async () => (await asking.verify(await emailOf(nora), signInCode)).code !== 'mailed_code_wrong',
    },
    'second step': {
      within: true,
      isAlive: async () => isAnswered((await inside(nora)).security.prove({ body: { code: await appCode(nora) } })),
    },
    'recovery codes': {
      within: true,
      isAlive: async () => isAnswered((await inside(nora)).security.prove({ body: { code: recoveryCodes[0] } })),
    },
    passkey: {
      isAlive: async () => {
        const { challenge } = await w.visitor.passkeys.signInOptions()
        return isAnswered(w.visitor.passkeys.signIn({ body: device.get({ challenge }) }))
      },
    },
    'address change': {
      isAlive: () =>
        w.visitor.links.get({ params: { token: changeToken } }).then(
          (state) => state.purpose === 'address' && state.newEmail !== undefined,
          () => false,
        ),
    },
    'calendar feed': { isAlive: () => isOpen(feed) },
    'api key': { isAlive: () => isOpen('/api/managed-events', { authorization: `Bearer ${key}` }) },
    webhook: {
      isAlive: async () => {
        const isTheirs = and(eq(webhookEndpoints.userId, nora.id), isNull(webhookEndpoints.endedAt))
        return (await db.$count(webhookEndpoints, isTheirs)) > 0
      },
    },
    push: { isAlive: async () => (await db.$count(pushSubscriptions, eq(pushSubscriptions.endpoint, endpoint))) > 0 },
    'door link': { isAlive: () => isOpen('/api/door', { authorization: `Bearer ${door.token}` }) },
    'passkey challenge': {
      isAlive: () =>
        isAnswered(thief.passkeys.add({ body: { passkey: new SoftAuthenticator().create({ challenge: open }) } })),
    },
    'download address': { isAlive: () => isOpen(download!) },
    'emailed link': { isAlive: () => isAnswered(w.visitor.links.get({ params: { token: unsubscribe } })) },
    invitation: {
      within: true,
      isAlive: async () => isAnswered((await inside(nora)).team.getInvitation({ params: { token: invitation } })),
    },
    handover: { isAlive: () => isAnswered(creator.api.team.getInvitation({ params: { token: handover } })) },
    'ticket code': {
      isAlive: async () => {
        const [row] = await db.select().from(tickets).where(eq(tickets.id, booked.id))
        return row!.numberOfTickets > 0
      },
    },
  }
  if (!hasGoogle) return { nora, checks, resetToken, changeToken }
  const identity = identityOf(nora)
  await db.update(users).set({ googleSubject: identity.subject }).where(eq(users.id, nora.id))
  const { headers } = await finishGoogle(w.deps, identity, 'forget')
  const cookie = [headers['set-cookie']].flat().at(-1)!.split(';')[0]
  checks['half signed in'] = {
    isAlive: async () => {
      const payload = { code: await appCode(nora) }
      const options = { method: 'POST', url: '/api/auth/second-step', headers: { cookie }, payload } as const
      return (await w.app.inject(options)).statusCode === 200
    },
  }
  checks['google link'] = { isAlive: async () => (await finishGoogle(w.deps, identity, 'forget')).status === 401 }
  return { nora, checks, resetToken, changeToken }
}

const emailOf = async ({ id }: Person) =>
  (await w.deps.db.select({ email: users.email }).from(users).where(eq(users.id, id)))[0]!.email

const reset = ({ resetToken }: Scene) =>
  w.visitor.auth.resetPassword({ params: { token: resetToken }, body: { newPassword: NEW, isMine: true } })
const linkGoogle = ({ nora }: Scene) => finishGoogle(w.deps, identityOf(nora), 'forget')
const answerAfterGoogle = (isMine: boolean) => async (at: Scene) => {
  const { headers } = await linkGoogle(at)
  const cookie = [headers['set-cookie']].flat().at(-1)!.split(';')[0]
  const url = '/api/auth/google/answer'
  expect((await w.app.inject({ method: 'POST', url, headers: { cookie }, payload: { isMine } })).statusCode).toBe(200)
}
const disownByReset = ({ resetToken }: Scene) =>
  w.visitor.auth.resetPassword({ params: { token: resetToken }, body: { newPassword: NEW, isMine: false } })
const answer = (isMine: boolean) => (at: Scene) => {
  const { id: userId, email } = at.nora
  const token = signLink(w.deps.secrets, { purpose: 'address', userId, subjectId: 0, email })
  return w.visitor.account.confirmAddress({ body: { token, isMine } })
}
const enterByCode =
  (isMine: boolean) =>
  async ({ nora }: Scene) => {
    const browser = browserOf(w)
    await browser.askForCode(nora.email)
    const { code } = await payloadOf('sign-in-code', nora.id)
    expect((await browser.verify(nora.email, String(code), { isMine })).status).toBe(200)
  }
const endEach = async ({ nora }: Scene) => {
  for (const { id, isCurrent } of await nora.api.security.listSessions())
    if (!isCurrent) await nora.api.security.endSession({ params: { sessionId: id } })
}

const confirmed = { isConfirmed: true, hasGoogle: true }
const withoutGoogle = { isConfirmed: true, hasGoogle: false }
const unconfirmed = { isConfirmed: false, hasGoogle: false }

const WAYS: Record<Cure, { start: typeof confirmed; ways: Record<string, (at: Scene) => Promise<unknown>> }> = {
  reset: { start: confirmed, ways: { 'the emailed link': reset } },
  'password-change': {
    start: confirmed,
    ways: {
      'the form': ({ nora }) => nora.api.users.changePassword({ body: { currentPassword: OLD, newPassword: NEW } }),
    },
  },
  'sessions-ended': {
    start: confirmed,
    ways: { 'all at once': ({ nora }) => nora.api.security.endOtherSessions(), 'one by one': endEach },
  },
  'google-linked': { start: withoutGoogle, ways: { Google: linkGoogle } },
  'first-proof': {
    start: unconfirmed,
    ways: {
      'Google and Yes': answerAfterGoogle(true),
      reset,
      'the answer Yes': answer(true),
      'a code and Yes': enterByCode(true),
    },
  },
  'not-mine': {
    start: unconfirmed,
    ways: {
      'Google and No': answerAfterGoogle(false),
      'a reset and No': disownByReset,
      'the answer No': answer(false),
      'a code and No': enterByCode(false),
    },
  },
  'new-address': {
    start: confirmed,
    ways: {
      'the emailed link': ({ nora, changeToken }) => nora.api.account.confirmAddress({ body: { token: changeToken } }),
    },
  },
  deletion: { start: confirmed, ways: { 'the form': ({ nora }) => nora.api.account.deleteAccount() } },
  suspension: {
    start: confirmed,
    ways: {
      'a moderator': async ({ nora }) => {
        const moderator = await w.person({ role: 'moderator' })
        const until = new Date(now.getTime() + 24 * HOUR).toISOString()
        const body = { subject: { accountId: nora.id }, act: 'suspend', reason: 'spam', until } as const
        await moderator.api.moderation.decide({ body })
        // What a suspended account may do is another table; here: whether it is all there afterwards.
        await w.deps.db.update(users).set({ suspendedUntil: null }).where(eq(users.id, nora.id))
      },
    },
  },
}

const cases = (Object.keys(CURES) as Cure[]).flatMap((cure) =>
  Object.entries(WAYS[cure].ways).map(([way, apply]) => ({ cure, way, apply, start: WAYS[cure].start })),
)

describe('after', () => {
  test.each(cases)('$cure by $way, works what the table says and nothing else', async ({ cure, apply, start }) => {
    const at = await scene(start)
    await apply(at)
    const entries = Object.entries(at.checks) as [SecretName, Check][]
    const inOrder = [...entries.filter(([, { within }]) => !within), ...entries.filter(([, { within }]) => within)]
    const isReset = ([name]: [SecretName, Check]) => Number(name === 'reset link')
    const found: Record<string, string> = {}
    for (const [name, { isAlive }] of inOrder.toSorted((a, b) => isReset(a) - isReset(b)))
      found[name] = (await isAlive()) ? 'stays' : 'ends'
    const said = Object.fromEntries(
      entries.map(([name]) => [name, (SECRETS[name].endsAt as readonly Cure[]).includes(cure) ? 'ends' : 'stays']),
    )
    expect(found).toEqual(said)
  })

  test('nothing at all, everything works: the checks see what they look for', async () => {
    const { checks } = await scene(confirmed)
    expect(Object.keys(checks).toSorted()).toEqual(Object.keys(SECRETS).toSorted())
    const { 'reset link': last, ...others } = checks
    for (const [name, { isAlive }] of Object.entries(others)) expect([name, await isAlive()]).toEqual([name, true])
    expect(await last!.isAlive()).toBe(true)
  })
})

const columnsNamed = new Set(Object.values(SECRETS).flatMap((secret) => ('columns' in secret ? secret.columns : [])))
const keysNamed = new Set(Object.values(SECRETS).flatMap((secret) => ('keys' in secret ? secret.keys : [])))

async function allTables(): Promise<PgTable[]> {
  const folder = resolve('server/db/schema')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'))
  const modules = (await Promise.all(files.map((name) => import(join(folder, name))))) as Record<string, unknown>[]
  return modules.flatMap((module) => Object.values(module).filter((value): value is PgTable => is(value, PgTable)))
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What each file makes: a secret of the table, or (none) something that opens nothing of an account. */
const MAKERS: Record<string, SecretName | 'none'> = {
  // In every calendar entry: no secret.
  'server/access/calendar-domain.ts': 'none',
  'server/access/door-codes.ts': 'ticket code',
  'server/access/download-tokens.ts': 'download address',
  'server/access/mail-links.ts': 'emailed link',
  'server/access/refusal-tokens.ts': 'none',
  'server/access/sealed.ts': 'second step',
  // The key in the link of an unlisted event, which opens nothing of an account.
  'server/access/sight.ts': 'none',
  // The keys themselves.
  'server/access/secrets.ts': 'none',
  'server/modules/account/export.ts': 'download address',
  // Of somebody who acts without a session.
  'server/modules/account/leaving.ts': 'none',
  'server/modules/api-keys/key-format.ts': 'api key',
  'server/modules/auth/browsers.ts': 'sign-in code',
  'server/modules/auth/challenges.ts': 'passkey challenge',
  'server/modules/auth/commands.ts': 'reset link',
  'server/modules/auth/mailed-codes.ts': 'sign-in code',
  'server/modules/auth/pending-sign-in.ts': 'half signed in',
  'server/modules/auth/recovery-codes.ts': 'recovery codes',
  'server/modules/auth/sessions.ts': 'other sessions',
  'server/modules/auth/totp.ts': 'second step',
  'server/modules/door/commands.ts': 'door link',
  'server/modules/feeds/commands.ts': 'calendar feed',
  // Of the operator, before there is an administrator.
  'server/modules/installation/first-administrator.ts': 'none',
  // References, salts and names of files.
  'server/modules/moderation/policy.ts': 'none',
  'server/modules/moderation/words.ts': 'none',
  'server/modules/reports/commands.ts': 'none',
  'server/modules/reports/sender.ts': 'none',
  'server/modules/storage/claims.ts': 'none',
  'server/modules/storage/commands.ts': 'none',
  'server/modules/surveys/ballots.ts': 'none',
  'server/modules/team/commands.ts': 'invitation',
  'server/modules/webhooks/signing.ts': 'webhook',
}

describe('the table names', () => {
  test('every column that a module calls secret, and every column of bytes', async () => {
    const secret = personalTables.flatMap(({ table, secret = [] }) =>
      secret.map((column) => `${getTableName(table)}.${snake(column)}`),
    )
    const bytes = (await allTables()).flatMap((table) =>
      getTableConfig(table)
        .columns.filter((column) => column.getSQLType() === 'bytea')
        .map((column) => `${getTableName(table)}.${snake(column.name)}`),
    )
    const all = [...new Set([...secret, ...bytes])]
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter((column) => !columnsNamed.has(column as never) && !(column in OPENS_NOTHING))).toEqual([])
  })

  test('every key that signs or seals, and every file that makes something random or signed', async () => {
    const files = (await readdir('server', { recursive: true }))
      .filter((name) => name.endsWith('.ts') && !/test|db\/(seed|embedded)\//.test(name))
      .map((name) => `server/${name}`)
    const keys = new Set<string>()
    const makers: string[] = []
    for (const file of files) {
      const source = await readFile(file, 'utf8')
      for (const [, key, sealed = ''] of source.matchAll(
        /(?:keyFor\((?:.* \? )?|mac\(secrets, )['`]([^'`]+)['`]|derive\(secretKey, '([^']+)'\)/g,
      ))
        keys.add(key ?? sealed)
      const isInside = /^server\/(access|modules)\//.test(file)
      if (isInside && /\b(newToken|randomBytes|randomInt|keyFor)\(/.test(source)) makers.push(file)
    }
    expect([...keys].toSorted()).toContain('push')
    expect([...keys].filter((key) => !keysNamed.has(key as never) && !(key in OPENS_NOTHING))).toEqual([])
    expect(makers.toSorted()).toEqual(Object.keys(MAKERS).toSorted())
  })

  test('the same as docs/trust.md', async () => {
    const text = await readFile('docs/trust.md', 'utf8')
    const rows = text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
    const head = rows.find(([, first]) => first === 'secret')
    expect(head?.slice(2, -2)).toEqual(Object.values(CURES))
    for (const secret of Object.values(SECRETS)) {
      const row = rows.find(([, first]) => first === secret.what)
      const endsAt: readonly Cure[] = secret.endsAt
      const said = (Object.keys(CURES) as Cure[]).map((cure) => (endsAt.includes(cure) ? 'ends' : ''))
      expect([secret.what, row?.slice(2, -2)]).toEqual([secret.what, said])
      expect([secret.what, row?.at(-2)]).toEqual([secret.what, 'why' in secret ? secret.why : ''])
    }
  })
})
