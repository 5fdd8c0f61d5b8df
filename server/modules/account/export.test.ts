import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, getTableName } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY, MINUTE } from '../../../contract/durations.ts'
import { dataExports } from '../../db/schema/account.ts'
import { tickets } from '../../db/schema/tickets.ts'
import { collectMails } from '../../test-support/collect-mails.ts'
import { fetchExport } from '../../test-support/fetch-export.ts'
import { picture } from '../../test-support/pictures.ts'
import { ask, setSurvey } from '../../test-support/survey-scene.ts'
import { uploadClient } from '../../test-support/upload-client.ts'
import { settleEvent } from '../../ledger/in-ledger.ts'
import { world } from '../../test-support/world.ts'
import { personalTables } from '../../modules.ts'

async function clocked(env: Record<string, string> = {}) {
  let now = new Date()
  const w = await world({ env, deps: { clock: () => now } })
  return { ...w, pass: (ms: number) => (now = new Date(now.getTime() + ms)) }
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code,
  )

describe('the file with everything about somebody', () => {
  test('holds every table of the list and their pictures, and of other people nothing', async () => {
    const w = await clocked()
    const me = await w.person({ firstName: 'Nora', street: 'Capel Street 7', latitude: 53.1, longitude: -6.2 })
    const other = await w.person({ email: 'stranger@example.org' })
    const client = uploadClient(w)
    const { key } = await client.upload(me, await picture())
    await client.upload(other, await picture())
    const { id: eventId } = await w.event(other)
    const { id: ticketId } = await me.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    await other.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })

    const { response, files, rows } = await fetchExport(w, me)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="hooley-\d{4}-\d\d-\d\d\.zip"$/) as string,
      'cache-control': 'no-store',
    })
    const named = personalTables.map(({ table }) => `data/${getTableName(table).replaceAll('_', '-')}.json`)
    const pictureName = `pictures/${key.replace('events/', '')}`
    expect([...files.keys()].toSorted()).toEqual([...named, 'README.txt', pictureName].toSorted())
    expect(rows('users')).toMatchObject([{ id: me.id, firstName: 'Nora', street: 'Capel Street 7', latitude: 53.1 }])
    expect(rows('tickets')).toMatchObject([{ id: ticketId, numberOfTickets: 2 }])
    const stored = await w.deps.storage.read(key)
    expect(files.get(pictureName)?.length).toBe(stored?.size)
    stored?.stream.destroy()
    expect([...files.values()].join()).not.toContain('stranger@example.org')
  })

  test('is made although the file of a picture is lost: that one is empty', async () => {
    const w = await clocked()
    const me = await w.person()
    const { key } = await uploadClient(w).upload(me, await picture())
    await w.deps.storage.remove(key)
    const { files } = await fetchExport(w, me)
    expect(files.get(`pictures/${key.replace('events/', '')}`)).toHaveLength(0)
    expect(files.get('README.txt')?.length).toBeGreaterThan(0)
  })

  test('says what people know an event by, and what became of a booking and of waiting', async () => {
    const w = await clocked({ FEATURES: 'all' })
    const [me, other] = [await w.person({ emailConfirmedAt: new Date() }), await w.person()]
    const moderator = await w.person({ role: 'moderator' })
    const { id: eventId } = await w.event(other, { title: 'Fiddle Night', capacity: 2 })
    const { id: fullId } = await w.event(other, { title: 'Full House', capacity: 1 })
    const { id: hiddenId } = await w.event(other, { title: 'Withdrawn Words' })
    await me.api.tickets.book({ body: { eventId, numberOfTickets: 2 } })
    for (const id of [eventId, hiddenId]) await me.api.favourites.save({ params: { eventId: id } })
    const { id: theirs } = await other.api.tickets.book({ body: { eventId: fullId, numberOfTickets: 1 } })
    await me.api.waitingList.join({ params: { eventId: fullId }, body: { numberOfTickets: 1 } })
    await other.api.tickets.return({ params: { ticketId: theirs }, body: { numberOfTickets: 1 } })
    w.pass(3 * MINUTE)
    await settleEvent(w.deps, fullId)
    const door = await other.api.door.createLink({ params: { eventId }, body: { name: 'Main', mayAdd: true } })
    const [ticket] = await w.deps.db.select().from(tickets).where(eq(tickets.userId, me.id))
    const at = w.deps.clock().toISOString()
    const scan = { id: 'scan-1', ticketId: ticket?.id, seats: 1, at, kind: 'admit' as const }
    await w.apiWith(door.token).door.sendScans({ body: { scans: [scan], sentAt: at } })
    const decision = {
      act: 'hide-account' as const,
      reason: 'facts' as const,
      subject: { accountId: me.id },
      text: 'Who are you?',
    }
    await moderator.api.moderation.decide({ body: decision })
    await moderator.api.moderation.decide({ body: { ...decision, act: 'hide', subject: { eventId: hiddenId } } })

    const { rows, text } = await fetchExport(w, me)
    expect(rows('tickets')).toMatchObject([{ eventId, event: { title: 'Fiddle Night' } }])
    expect(rows('favourites')).toMatchObject([{ event: { title: 'Fiddle Night' } }, { eventId: hiddenId, event: null }])
    expect(rows('offers')).toMatchObject([{ seats: 1, event: { title: 'Full House' } }])
    expect(rows('door-scans')).toMatchObject([{ id: 'scan-1', verdict: 'admitted' }])
    expect(rows('audit-log')).toMatchObject([{ code: 'hide-account', subject: `account:${me.id}` }])
    expect(text).not.toContain(ticket?.code)
    expect(text).not.toMatch(/actorId|moderatorId/)
  })

  test('has what they wrote in emails, posts and named surveys, and of an anonymous one that they took part', async () => {
    const w = await clocked({ FEATURES: 'emailers,social-settings,surveys' })
    const [me, other] = [await w.person(), await w.person()]
    const { id: own } = await w.event(me)
    const words = { enabled: true, subject: 'A word', text: 'Bring a cup.' }
    await me.api.eventEmails.set({ params: { eventId: own, kind: 'thanks' }, body: words })
    await me.api.socialPosts.set({ params: { eventId: own, network: 'tiktok' }, body: { text: 'Dance!', at: '' } })
    const asked = async (anonymous: boolean) => {
      const { id: eventId } = await w.event(other)
      const { id: ticketId } = await me.api.tickets.book({ body: { eventId, numberOfTickets: 1 } })
      const { id } = await setSurvey(other, eventId, 'pre-event', { anonymous, questions: [ask('text', 'What else?')] })
      return { params: { surveyId: id! }, ticketId }
    }
    const named = await asked(false)
    const answers = [['More tea']]
    await me.api.surveys.answer({ params: named.params, body: { ticketId: named.ticketId, version: 1, answers } })
    const { params, ticketId } = await asked(true)
    await me.api.surveys.ballot({ params, headers: { 'idempotency-key': randomUUID() }, body: { ticketId } })

    const { rows, text } = await fetchExport(w, me)
    expect(rows('event-emails')).toMatchObject([{ kind: 'thanks', ...words }])
    expect(rows('social-posts')).toMatchObject([{ network: 'tiktok', text: 'Dance!' }])
    expect(rows('survey-answers')).toMatchObject([{ ticketId: named.ticketId, answers }])
    expect(rows('survey-participants')).toMatchObject([{ ticketId }])
    expect(text).not.toContain('attemptHash')
  })

  test('leaves out what opens something', async () => {
    const w = await clocked()
    const me = await w.person({ passwordHash: 'a-password-hash', googleSubject: 'a-google-subject' })
    const { text } = await fetchExport(w, me)
    expect(text).not.toMatch(/a-password-hash|a-google-subject|tokenHash|passwordHash/)
  })

  test('holds all of many rows, in order', async () => {
    const w = await clocked()
    const me = await w.person()
    const { id: eventId } = await w.event(await w.person(), { capacity: 1_000 })
    const row = { eventId, userId: me.id, numberOfTickets: 1 }
    await w.deps.db.insert(tickets).values(Array.from({ length: 250 }, () => row))
    const { rows } = await fetchExport(w, me)
    expect(new Set((rows('tickets') as { id: number }[]).map(({ id }) => id)).size).toBe(250)
  })
})

describe('it is fetched', () => {
  test('by its owner, who has just shown who they are, for 7 days after the mail', async () => {
    const w = await clocked()
    const [me, other] = [await w.person(), await w.person()]
    expect(await me.api.account.getExport()).toEqual({ state: 'none' })
    expect(await me.api.account.startExport()).toEqual({ state: 'preparing' })
    expect(await me.api.account.startExport()).toEqual({ state: 'preparing' })
    await w.deps.jobs.runDue()
    expect((await me.api.account.getExport()).state).toBe('ready')
    expect(await other.api.account.getExport()).toEqual({ state: 'none' })
    const { url = '' } = await me.api.account.getExport()
    expect((await w.app.inject({ url })).statusCode).toBe(200)
    expect((await w.app.inject({ url: `${url.slice(0, -8)}AAAAAAAA` })).statusCode).toBe(404)
    w.pass(11 * MINUTE)
    expect((await w.app.inject({ url })).statusCode).toBe(404)
    expect(await codeOf(me.api.account.getExport())).toBe('proof_needed')
    expect(await codeOf(me.api.account.startExport())).toBe('proof_needed')
    w.pass(2 * DAY)
    expect(await codeOf(me.api.account.getExport())).toBe('proof_needed')
    w.pass(5 * DAY)
    expect(await me.api.account.getExport()).toEqual({ state: 'none' })
    await w.deps.jobs.add(w.deps.db, { kind: 'remove-exports' })
    await w.deps.jobs.runDue()
    expect(await readdir(join(w.deps.config.dataDir, 'uploads', 'exports'))).toEqual([])
  })

  test('and no longer once they have signed out', async () => {
    const w = await clocked()
    const me = await w.person()
    await me.api.account.startExport()
    await w.deps.jobs.runDue()
    const { url = '' } = await me.api.account.getExport()
    expect((await w.app.inject({ url })).statusCode).toBe(200)
    await me.api.auth.logout()
    expect((await w.app.inject({ url })).statusCode).toBe(404)
  })

  test('and has failed if it was not made within a day', async () => {
    const { person, pass } = await clocked()
    const { api } = await person()
    await api.account.startExport()
    pass(DAY)
    expect(await api.account.getExport()).toEqual({ state: 'preparing' })
    pass(1)
    expect(await api.account.getExport()).toEqual({ state: 'failed' })
  })

  test('and leaves nothing behind on the disk where it was made', async () => {
    const w = await clocked()
    const folder = await mkdtemp(join(tmpdir(), 'hooley-test-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    vi.stubEnv('TMPDIR', folder)
    await fetchExport(w, await w.person())
    expect(await readdir(folder)).toEqual([])
  })

  test('and made three times a day', async () => {
    const { person, deps } = await world({ env: { RATE_LIMITS: 'on' } })
    const { api } = await person()
    for (let n = 0; n < 3; n++) {
      await api.account.startExport()
      await deps.jobs.runDue()
    }
    await expect(api.account.startExport()).rejects.toMatchObject({ status: 429 })
  })

  test('and made once for a key, however often it is sent, and once for two presses at the same moment', async () => {
    const { person, deps } = await world({ env: { RATE_LIMITS: 'on' } })
    const { api } = await person()
    const headers = { 'idempotency-key': 'everything-please' }
    await Promise.all([api.account.startExport({ headers }), api.account.startExport(), api.account.startExport()])
    const count = () => deps.db.$count(dataExports)
    expect(await count()).toBe(1)
    await deps.jobs.runDue()
    const second = { 'idempotency-key': 'once-more-please' }
    await api.account.startExport({ headers: second })
    await deps.jobs.runDue()
    for (let n = 0; n < 4; n++) expect(await api.account.startExport({ headers: second })).toEqual({ state: 'ready' })
    expect(await count()).toBe(2)
  })

  test('once a mail says that it is there, without the address itself', async () => {
    const { person, deps } = await clocked()
    const { api, email } = await person()
    await api.account.startExport()
    // Only the job: the email would otherwise go into the folder of the outbox.
    await deps.db.execute("update mails set status = 'sent'")
    const { exportData } = await import('./export.ts')
    const { rows } = await deps.db.execute<{ payload: Record<string, unknown> }>(
      "select payload from jobs where kind = 'export-data'",
    )
    const lease = { signal: new AbortController().signal, check: () => undefined }
    await exportData(deps, { id: 1, attempt: 1, payload: rows[0]?.payload ?? {}, lease })
    const [mail] = await collectMails(deps)
    expect(mail).toMatchObject({ to: email, subject: 'Your data is ready to download' })
    expect(mail?.text).toContain('/account-details#your-data')
    expect(mail?.text).not.toContain('/downloads/')
  })
})
