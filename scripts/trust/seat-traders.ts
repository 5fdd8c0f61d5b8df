// People who give their seat back, wait for another, are offered one, take or decline it, and begin again. Each press has a
// key of its own and is tried again until it is answered. Afterwards the ledger is audited: no seat lost, none doubled.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Account, Stack } from './stack.ts'

interface Answer {
  status: number
  body: { id?: number; state?: string }
}

const DECLINES = 0.15
/** So many wait before anybody gives back. */
const ENOUGH = 8

export class SeatTraders {
  readonly taken = new Map<number, number>()
  readonly returned = new Set<number>()
  declined = 0
  /** Answers that never came, and were asked for again. */
  unanswered = 0
  /** Answers that nobody should get. */
  readonly odd: string[] = []
  #isOver = false
  #waiting = 0
  #running: Promise<unknown> = Promise.resolve()
  readonly #eventId: number
  readonly #urlOf: () => string

  constructor(eventId: number, urlOf: () => string) {
    this.#eventId = eventId
    this.#urlOf = urlOf
  }

  /** Everybody wants one seat, and there are fewer. */
  start(accounts: Account[]) {
    this.#running = Promise.all(accounts.map((account) => this.#trade(account)))
  }

  async stop() {
    this.#isOver = true
    await this.#running
  }

  async #trade(account: Account) {
    let ticketId = await this.#book(account)
    while (!this.#isOver) {
      await wait(Math.random() * 300)
      // While nobody waits, a seat goes to the next to come, and nothing is offered.
      while (ticketId !== null && this.#waiting < ENOUGH && !this.#isOver) await wait(50)
      if (ticketId !== null) {
        await this.#giveBack(account, ticketId)
        ticketId = null
      }
      if (!this.#isOver) ticketId = await this.#wait(account)
    }
  }

  async #book(account: Account): Promise<number | null> {
    const { status, body } = await this.#press(account, 'POST', '/tickets', {
      eventId: this.#eventId,
      numberOfTickets: 1,
    })
    return this.#took(account, status, body.id)
  }

  async #giveBack(account: Account, ticketId: number) {
    const { status } = await this.#press(account, 'POST', `/tickets/${ticketId}/return`, { of: 1 })
    if (status === 200) this.returned.add(ticketId)
    else this.odd.push(`giving back was answered with ${status}`)
  }

  /** Joins the list, until an offer was taken or it is over. */
  async #wait(account: Account): Promise<number | null> {
    const list = `/events/${this.#eventId}/waiting-list`
    const joined = await this.#press(account, 'POST', list, { numberOfTickets: 1 })
    if (joined.status === 409) return this.#book(account)
    this.#waiting++
    try {
      return await this.#answerOffers(account, list)
    } finally {
      this.#waiting--
    }
  }

  async #answerOffers(account: Account, list: string): Promise<number | null> {
    while (!this.#isOver) {
      const { status, body } = await this.#press(account, 'GET', list)
      if (status !== 200) return null
      if (body.state === 'resting') await this.#press(account, 'POST', `${list}/resume`, {})
      if (body.state === 'offered') {
        if (Math.random() < DECLINES) {
          await this.#press(account, 'POST', `${list}/decline`, {})
          this.declined++
          return null
        }
        const accepted = await this.#press(account, 'POST', `${list}/accept`, {})
        if (accepted.status < 300) return this.#took(account, accepted.status, accepted.body.id)
      }
      await wait(100 + Math.random() * 200)
    }
    return null
  }

  #took({ id: userId }: Account, status: number, ticketId?: number): number | null {
    if (status >= 300 || ticketId === undefined) return null
    this.taken.set(ticketId, userId)
    return ticketId
  }

  async #press({ token }: Account, method: string, path: string, given?: unknown): Promise<Answer> {
    const key = randomUUID()
    for (;;) {
      const answer = await ask(`${this.#urlOf()}/api${path}`, method, token, key, given)
      if (answer.status === 500) this.odd.push(`${path} was answered with 500`)
      if (answer.status !== 0 && answer.status < 500) return answer
      this.unanswered++
      // Somebody is being killed or started, and needs the machine for it.
      await wait(250)
    }
  }
}

async function ask(url: string, method: string, token: string, key: string, given?: unknown): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(given === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': key }),
      },
      body: given === undefined ? undefined : JSON.stringify(given),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await response.text()
    return { status: response.status, body: text ? (JSON.parse(text) as Answer['body']) : {} }
  } catch {
    return { status: 0, body: {} }
  }
}

/** Sentences about everything that is not as it should be. */
export async function auditSeats({ postgres }: Stack, eventId: number, traders: SeatTraders): Promise<string[]> {
  const { taken, returned, odd } = traders
  const count = async (what: string, sql: string, values: unknown[] = [eventId]) => {
    const [row] = await postgres.query<{ n: number }>(`select count(*)::int as n from (${sql}) as found`, values)
    return row?.n ? [`${row.n} ${what}`] : []
  }
  const tickets = [...taken.keys()]
  return [
    ...(await count(
      'counts of seats differ from tickets, offers and returns',
      `select 1 from events e where id = $1 and (capacity < tickets_sold + held
         or tickets_sold <> (select coalesce(sum(number_of_tickets), 0) from tickets t where t.event_id = e.id)
         or held <> (select coalesce(sum(seats), 0) from offers o where o.event_id = e.id and ended_at is null)
           + (select coalesce(sum(saved), 0) from waiting_entries w where w.event_id = e.id and ended_at is null)
           + (select coalesce(sum(r.held), 0) from ticket_returns r
              where r.event_id = e.id and undone_at is null and released_at is null))`,
    )),
    ...(await count(
      'answered bookings are gone',
      `select 1 from unnest($1::int[], $2::int[]) as a (id, user_id)
       where not exists (select 1 from tickets t where t.id = a.id and t.user_id = a.user_id)`,
      [tickets, tickets.map((id) => taken.get(id))],
    )),
    ...(await count(
      'bookings that nobody was answered',
      'select 1 from tickets where event_id = $1 and id <> all ($2)',
      [eventId, tickets],
    )),
    ...(await count(
      'seats given back not exactly once',
      `select 1 from unnest($1::int[]) as a (id) join tickets t on t.id = a.id
       where t.number_of_tickets <> 0 or (select count(*) from ticket_returns r where r.ticket_id = t.id) <> 1`,
      [[...returned]],
    )),
    ...(await count(
      'people with two seats at once, or two open offers',
      `select user_id from tickets where event_id = $1 group by user_id having sum(number_of_tickets) > 1
       union all select entry_id from offers where event_id = $1 and ended_at is null group by entry_id having count(*) > 1`,
    )),
    ...(await count(
      'tickets without exactly one mail',
      `select t.id from tickets t left join mails m on m.ticket_id = t.id and m.kind = 'booking'
       where t.event_id = $1 group by t.id having count(m.id) <> 1`,
    )),
    // Taken without an offer, it is told by the confirmation alone.
    ...(await count(
      'offers and their mails differ',
      `select 1 where (select count(*) from mails where kind = 'offer') not between
         (select count(*) from offers where event_id = $1 and made_at <> coalesce(ended_at, 'infinity'))
         and (select count(*) from offers where event_id = $1)`,
    )),
    ...(await count(
      'seats open to everybody while somebody waits',
      `select 1 from events e where id = $1 and capacity > tickets_sold + held and exists (
         select 1 from waiting_entries w where w.event_id = e.id and ended_at is null and resting_since is null
           and not exists (select 1 from offers o where o.entry_id = w.id and o.ended_at is null))`,
    )),
    ...new Set(odd),
  ]
}
