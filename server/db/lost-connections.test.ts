// A connection that is lost at any await of any command: the process lives, the answer is 503 or success, and what is
// stored is all of it or nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR } from '../../contract/durations.ts'
import { hashToken } from '../http/session.ts'
import { hashPassword } from '../modules/auth/passwords.ts'
import { signInWithGoogle } from '../modules/auth/google-sign-in.ts'
import { sweepOrphans } from '../modules/storage/orphans.ts'
import { toAppError } from '../http/errors.ts'
import { connectionKiller, type Loss } from '../test-support/killed-connections.ts'
import { openWorld, type Person, type World } from '../test-support/world.ts'
import { passwordResets } from './schema/auth.ts'
import { uploads } from './schema/storage.ts'

const PASSWORD = 'a password that was there before'
const NEW_PASSWORD = 'quite another one, 2'

let w: World
let killer: Awaited<ReturnType<typeof connectionKiller>>
let passwordHash: string
let n = 0
const escaped: unknown[] = []
const escape = (error: unknown) => escaped.push(error)

beforeAll(async () => {
  w = await openWorld()
  killer = await connectionKiller(w.deps.db.$client, w.databaseUrl)
  passwordHash = await hashPassword(PASSWORD)
  process.on('uncaughtException', escape).on('unhandledRejection', escape)
})
afterAll(async () => {
  process.off('uncaughtException', escape).off('unhandledRejection', escape)
  await killer.close()
  await w.close()
})

const body = (title: string) => ({
  title,
  description: 'Bring a fiddle.',
  venue: 'The Cobblestone',
  capacity: '4',
  isDraft: false,
  startTime: '2099-05-01T20:00',
  endTime: '2099-05-01T23:00',
  isFreeOfCharge: true,
})

const call =
  (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, token?: string, key?: string) =>
  async (): Promise<number> => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    }
    const { statusCode, headers: answered } = await w.app.inject({ method, url, payload, headers })
    if (statusCode === 503) expect(answered['retry-after']).toBeDefined()
    return statusCode
  }

/** For what no call starts: the status that its error would be answered with. */
const work = (run: () => Promise<unknown>) => () =>
  run().then(
    () => 200,
    (error: unknown) => toAppError(error).statusCode,
  )

const upload = async ({ id }: Person) => {
  const key = `events/${String(++n).padStart(32, '0')}.png`
  const at = new Date(Date.now() - 48 * HOUR)
  await w.deps.db.insert(uploads).values({ key, userId: id, contentType: 'image/png', storedAt: at, createdAt: at })
  return key
}

const google = () => ({
  subject: `google-${++n}`,
  email: `google${n}@example.org`,
  emailVerified: true,
  firstName: 'Nora',
  lastName: 'Byrne',
  picture: '',
})

const newKey = () => `key-number-${++n}`

type Command = (person: Person) => Promise<() => Promise<number>> | (() => Promise<number>)

/** With a key the request is retried: nobody notices, and nothing is done twice. */
const KEYED: Record<string, Command> = {
  'book with a key': async (person) => {
    const { id } = await w.event(person)
    return call('POST', '/api/tickets', { eventId: id, numberOfTickets: 2 }, person.token, newKey())
  },
  'give back with a key': async (person) => {
    const { id } = await w.event(person)
    const { id: ticketId } = await person.api.tickets.book({ body: { eventId: id, numberOfTickets: 3 }, headers: {} })
    const url = `/api/tickets/${ticketId}/return`
    return call('POST', url, { numberOfTickets: 1, of: 3 }, person.token, newKey())
  },
  'create an event with a key': ({ token }) => call('POST', '/api/events', body('Created'), token, newKey()),
}

const COMMANDS: Record<string, Command> = {
  register: () => {
    const name = { firstName: 'Nora', lastName: 'Byrne' }
    return call('POST', '/api/auth/register', { ...name, email: `new${++n}@example.org`, password: NEW_PASSWORD })
  },
  'log in': ({ email }) => call('POST', '/api/auth/login', { email, password: PASSWORD }),
  'log out': ({ token }) => call('POST', '/api/auth/logout', undefined, token),
  'ask for a reset link': ({ email }) => call('POST', '/api/auth/forgot-password', { email }),
  'reset the password': async ({ id }) => {
    const token = `reset-token-of-forty-characters-${String(++n).padStart(10, '0')}`
    const expiresAt = new Date(Date.now() + HOUR)
    await w.deps.db.insert(passwordResets).values({ userId: id, tokenHash: hashToken(token), expiresAt })
    const passwords = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD, newPassword: NEW_PASSWORD }
    return call('POST', `/api/auth/reset-password/${token}`, passwords)
  },
  'change the password': ({ token }) => {
    const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    return call('POST', '/api/users/change-password', passwords, token)
  },
  'sign up with Google': () => {
    const identity = google()
    return work(() => signInWithGoogle(w.deps, identity))
  },
  'link Google': ({ email }) => {
    const identity = { ...google(), email }
    return work(() => signInWithGoogle(w.deps, identity))
  },
  'save the profile': ({ token }) =>
    call('PUT', '/api/users/profile', { firstName: 'Changed', lastName: 'Name' }, token),
  'create an event': ({ token }) => call('POST', '/api/events', body('Created'), token),
  'save an event': async (person) => {
    const { id } = await w.event(person)
    return call('PUT', `/api/events/${id}`, body('Saved'), person.token)
  },
  'delete a picture': async (person) => {
    const key = await upload(person)
    return call('DELETE', `/api/s3/delete-file?key=${encodeURIComponent(key)}`, undefined, person.token)
  },
  'sweep unused pictures': async (person) => {
    // What an earlier sweep could not finish is not this one's.
    await w.deps.db.delete(uploads)
    await upload(person)
    return work(() => sweepOrphans(w.deps))
  },
  book: async (person) => {
    const { id } = await w.event(person)
    return call('POST', '/api/tickets', { eventId: id, numberOfTickets: 2 }, person.token)
  },
  ...KEYED,
}

/** Everything that a command above may change, of this person and in all. A picture marked as deleted is gone for people. */
async function stored({ id, token }: Person) {
  const { rows } = await w.deps.db.$client.query<Record<string, unknown>>(
    `select (select count(*) from users) as users, (select count(*) from sessions) as sessions,
       (select count(*) from sessions where token_hash = $2) as this_session,
       (select count(*) from events) as events, (select count(*) from tickets) as tickets,
       (select sum(tickets_sold) from events) as sold, (select count(*) from mails) as mails,
       (select count(*) from uploads where deleted_at is null) as uploads, (select count(*) from password_resets) as resets,
       (select count(*) from events where title = 'Saved') as saved, (select count(image_url) from events) as pictures,
       u.first_name, u.password_hash = $3 as old_password, u.google_subject is not null as linked
     from users u where u.id = $1`,
    [id, hashToken(token), passwordHash],
  )
  return rows[0]
}

const difference = (before: Record<string, unknown> = {}, after: Record<string, unknown> = {}) =>
  Object.keys(after)
    .filter((name) => before[name] !== after[name])
    .map(
      (name) =>
        `${name}: ${typeof after[name] === 'number' ? Number(after[name]) - Number(before[name]) : String(after[name])}`,
    )

async function attempt(prepare: (typeof COMMANDS)[string], statement: number, loss: Loss) {
  const person = await w.person({ passwordHash })
  const run = await prepare(person)
  const before = await stored(person)
  const { result: status, happened } = await killer.during(statement, loss, run)
  return { status, happened, changed: difference(before, await stored(person)) }
}

describe.each(Object.keys(COMMANDS))('%s', (name) => {
  const prepare = COMMANDS[name]!

  test.each<Loss>(['noticed', 'unnoticed'])('survives a connection lost before any statement, %s', async (loss) => {
    const undisturbed = await attempt(prepare, Infinity, loss)
    expect(undisturbed.status).toBeLessThan(300)
    let statement = 1
    for (; ; statement++) {
      const { status, happened, changed } = await attempt(prepare, statement, loss)
      if (!happened) break
      const isKeyed = name in KEYED
      expect(isKeyed ? [undisturbed.status] : [503, undisturbed.status], `statement ${statement}`).toContain(status)
      // A commit whose answer was lost is stored as well.
      const outcomes = isKeyed ? [undisturbed.changed] : [[], undisturbed.changed]
      expect(outcomes, `statement ${statement}`).toContainEqual(changed)
      expect(escaped).toEqual([])
    }
    expect(statement).toBeGreaterThan(1)
    // Polled: news of a booking may be on its way, on a separate connection.
    const { $client: pool } = w.deps.db
    await expect.poll(() => pool.totalCount - pool.idleCount, { message: 'connections not given back' }).toBe(0)
  })
})
