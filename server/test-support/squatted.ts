// The owner of an email address, and somebody else who books with it first.
import { eq } from 'drizzle-orm'
import { MINUTE } from '../../contract/durations.ts'
import { events } from '../db/schema/events.ts'
import { users } from '../db/schema/users.ts'
import { browserOf } from './browser.ts'
import { collectMails } from './collect-mails.ts'
import { world, type World, type WorldOptions } from './world.ts'

export const OWNER = 'wanda@example.org'

/** A world whose clock can be moved; closed by the test that opens it. */
export async function opened(options: WorldOptions = {}, open = world) {
  let now = new Date()
  const w = await open({ ...options, deps: { clock: () => now } })
  return { ...w, now: () => now, pass: (minutes: number) => void (now = new Date(now.getTime() + minutes * MINUTE)) }
}

/** What the mailbox holds: the newest code. */
export async function readCode({ deps }: Pick<World, 'deps'>): Promise<string> {
  const mails = await collectMails(deps)
  return (
    /^\d{6}/.exec(mails.findLast(({ subject }) => subject.includes('is your Hooley code'))?.subject ?? '')?.[0] ?? ''
  )
}

export const isIn = (w: World, token?: string | null) =>
  w
    .apiWith(token ?? '')
    .users.profile()
    .then(
      ({ id }) => id,
      () => null,
    )

let squats = 0

/** Somebody has booked with the owner's address, and is signed in to what that made. */
export async function squatted(w: Pick<Awaited<ReturnType<typeof opened>>, keyof World | 'now' | 'pass'>) {
  const email = `wanda-${++squats}@example.org`
  const creator = await w.person()
  const night = await w.event(creator, { capacity: 4 })
  const squatter = browserOf(w, { ip: '198.51.100.7' })
  const { body } = await squatter.book(night.id, email, { name: 'Mal Lory', numberOfTickets: 2 })
  squatter.token = body.access_token ?? ''
  const findAccount = async () => (await w.deps.db.select().from(users).where(eq(users.email, email)))[0]
  const sent = (await collectMails(w.deps)).filter(({ to, text }) => to === email && text.includes('/links/'))
  const owner = browserOf(w)
  return {
    ...w,
    email,
    night,
    squatter,
    owner,
    sold: async () => (await w.deps.db.select().from(events).where(eq(events.id, night.id)))[0]?.ticketsSold,
    userId: (await findAccount())!.id,
    link: /\/links\/([\w-]{34})/.exec(sent[0]?.text ?? '')?.[1] ?? '',
    state: findAccount,
    ownersCode: async () => {
      await owner.askForCode(email)
      return readCode(w)
    },
  }
}
