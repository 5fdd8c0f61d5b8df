import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog } from '../../db/schema/moderation.ts'
import { users } from '../../db/schema/users.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { world, type World } from '../../test-support/world.ts'

const run = promisify(execFile)

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

const roleOf = async ({ deps: { db } }: World, userId: number) =>
  (await db.select({ role: users.role }).from(users).where(eq(users.id, userId)))[0]?.role

/** `npm run role -- …` beside the running server. */
async function roleCommand(w: World, ...given: string[]) {
  const env = { ...process.env, DATABASE_URL: w.databaseUrl }
  const command = run(process.execPath, [resolve('scripts/role.ts'), ...given], { env })
  return command.then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr.trim() }),
  )
}

test('the command makes the first administrator of a running installation, and takes roles again', async () => {
  const w = await world()
  const nora = await w.person({ emailConfirmedAt: new Date() })
  expect(await codeOf(nora.api.moderation.listRoles())).toBe('forbidden')
  expect(await roleCommand(w, 'administrator', nora.email.toUpperCase())).toMatchObject({ code: 0 })
  expect(await nora.api.moderation.listRoles()).toMatchObject([{ userId: nora.id, role: 'administrator' }])
  expect((await nora.api.users.profile()).role).toBe('administrator')
  expect(await roleCommand(w, 'none', nora.email)).toEqual({ code: 0, said: `${nora.email} has no role now.` })
  expect((await nora.api.users.profile()).role).toBeUndefined()
  const log = await w.deps.db.select().from(auditLog).orderBy(asc(auditLog.seq))
  expect(log).toMatchObject([
    { seq: 1, actorId: null, code: 'role-administrator', subject: `account:${nora.id}` },
    { seq: 2, actorId: null, code: 'role-none', subject: `account:${nora.id}` },
  ])
})

test('the command says in one sentence what is wrong, and changes nothing', async () => {
  const w = await world()
  expect(await roleCommand(w, 'moderator', 'nobody@example.org')).toEqual({
    code: 1,
    said: expect.stringContaining('There is no account with the address nobody@example.org.') as string,
  })
  const squatter = await w.person()
  expect(await roleCommand(w, 'administrator', squatter.email)).toEqual({
    code: 1,
    said: expect.stringContaining('has not confirmed it') as string,
  })
  expect(await roleOf(w, squatter.id)).toBeNull()
  for (const given of [[], ['boss', 'a@example.org'], ['moderator'], ['moderator', 'a@example.org', 'more']])
    expect(await roleCommand(w, ...given)).toEqual({
      code: 1,
      said: expect.stringMatching(/^Please say which role and whose: .+$/) as string,
    })
})

describe('administrators', () => {
  test('give and take roles, with a proof and a line in the log', async () => {
    let now = new Date()
    const w = await world({ deps: { clock: () => now } })
    const administrator = await w.person({ role: 'administrator' })
    const nora = await w.person({ emailConfirmedAt: new Date() })
    const give = (role: 'moderator' | null) =>
      administrator.api.moderation.setRole({ body: { email: nora.email, role } })
    expect(await give('moderator')).toMatchObject([
      { userId: administrator.id },
      { userId: nora.id, role: 'moderator' },
    ])
    // Given again: nothing has changed, and nothing is written down.
    await give('moderator')
    expect(await codeOf(nora.api.moderation.setRole({ body: { email: nora.email, role: 'administrator' } }))).toBe(
      'forbidden',
    )
    now = new Date(now.getTime() + 11 * 60_000)
    expect(await codeOf(give(null))).toBe('proof_needed')
    expect(await roleOf(w, nora.id)).toBe('moderator')
    const told = (await collectMails(w.deps)).map(({ to, subject }) => [to, subject])
    expect(told).toEqual([[nora.email, 'You’re now a moderator of Hooley']])
    const log = await w.deps.db.select().from(auditLog)
    expect(log).toMatchObject([{ actorId: administrator.id, code: 'role-moderator', subject: `account:${nora.id}` }])
  })

  test('cannot name somebody without an account, and one of them stays', async () => {
    const w = await world()
    const one = await w.person({ role: 'administrator' })
    const give = (email: string) => one.api.moderation.setRole({ body: { email, role: null } })
    expect(await codeOf(give('nobody@example.org'))).toBe('account_not_found')
    expect(await codeOf(give(one.email))).toBe('last_administrator')
    expect(await roleOf(w, one.id)).toBe('administrator')
    await w.person({ role: 'administrator' })
    expect(await codeOf(give(one.email))).toBe('answered')
  })
  test('give no role to an address that nobody has confirmed, and can take one from it', async () => {
    const w = await world()
    const administrator = await w.person({ role: 'administrator' })
    const squatter = await w.person()
    const give = (role: 'moderator' | 'administrator' | null) =>
      administrator.api.moderation.setRole({ body: { email: squatter.email, role } })
    expect(await codeOf(give('moderator'))).toBe('role_unconfirmed')
    expect(await codeOf(give('administrator'))).toBe('role_unconfirmed')
    expect(await codeOf(squatter.api.moderationConsole.queue())).toBe('forbidden')
    await w.deps.db.update(users).set({ role: 'moderator' }).where(eq(users.id, squatter.id))
    expect(await codeOf(give(null))).toBe('answered')
    expect(await collectMails(w.deps)).toEqual([])
  })

  test('never all leave, not even at the same moment', async () => {
    const w = await world()
    const only = await w.person({ role: 'administrator' })
    expect(await codeOf(only.api.account.deleteAccount())).toBe('last_administrator')
    for (let round = 0; round < 6; round++) {
      const other = await w.person({ role: 'administrator' })
      const leave = () => codeOf(other.api.account.deleteAccount())
      const take = () => codeOf(other.api.moderation.setRole({ body: { email: only.email, role: null } }))
      const answers = await Promise.all(
        round % 2 === 0
          ? [codeOf(only.api.account.deleteAccount()), leave()]
          : [leave(), take(), codeOf(only.api.account.deleteAccount())],
      )
      expect(answers.filter((code) => code === 'answered').length).toBeLessThan(answers.length)
      const stays = and(eq(users.role, 'administrator'), isNull(users.deletionAt))
      expect([round, await w.deps.db.$count(users, stays)]).toEqual([round, 1])
      await w.deps.db.update(users).set({ role: 'administrator', deletionAt: null }).where(eq(users.id, only.id))
      await w.deps.db.update(users).set({ role: null }).where(eq(users.id, other.id))
    }
  })
})
