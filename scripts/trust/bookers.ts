// People who book without end, each press with its own key, tried again until it is answered. Afterwards the books
// are audited: nobody may have lost or gained anything.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Account, Database } from './stack.ts'

export interface Answered {
  ticketId: number
  key: string
  userId: number
  /** When the answer came, by performance.now(). */
  at: number
}

export class Bookers {
  readonly answered: Answered[] = []
  /** Status of every answer; 0: none came. */
  readonly statuses = new Map<number, number>()
  readonly times: number[] = []
  /** Runs until it is true. */
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  start(accounts: Account[], eventId: number, urlOf: () => string, pauseMs = 0) {
    this.#running = Promise.all(
      accounts.map(async (account) => {
        while (!this.#isOver) {
          await this.#bookOnce(account, eventId, urlOf)
          if (pauseMs) await wait(pauseMs)
        }
      }),
    )
  }

  async stop() {
    this.#isOver = true
    await this.#running
  }

  async #bookOnce(account: Account, eventId: number, urlOf: () => string) {
    const key = randomUUID()
    for (;;) {
      const from = performance.now()
      const { status, id } = await press(urlOf(), account, eventId, key)
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
      this.times.push(performance.now() - from)
      if (status === 201) this.answered.push({ ticketId: id, key, userId: account.id, at: performance.now() })
      // Lost on the way, or busy: the same press again, as a client does.
      if (status !== 0 && status < 500) return
      if (this.#isOver && status === 0) return
      // No answer at all: somebody is being killed or started, and needs the machine for it.
      await wait(status === 0 ? 250 : 50)
    }
  }
}

async function press(url: string, account: Account, eventId: number, key: string) {
  try {
    const response = await fetch(`${url}/api/tickets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ eventId, numberOfTickets: 1 }),
      signal: AbortSignal.timeout(20_000),
    })
    const body = (await response.json()) as { id?: number }
    return { status: response.status, id: body.id ?? 0 }
  } catch {
    return { status: 0, id: 0 }
  }
}

/** Sentences about everything that is not as it should be. */
export async function audit(
  { postgres }: { postgres: Pick<Database, 'query'> },
  { answered }: { answered: Answered[] },
): Promise<string[]> {
  const count = async (what: string, sql: string, values: unknown[] = []) => {
    const [row] = await postgres.query<{ n: number }>(`select count(*)::int as n from (${sql}) as found`, values)
    return row?.n ? [`${row.n} ${what}`] : []
  }
  return [
    ...(await count('events oversold', 'select 1 from events where tickets_sold > capacity')),
    ...(await count(
      'events whose count differs from their tickets',
      `select 1 from events e where tickets_sold <> (select coalesce(sum(number_of_tickets), 0) from tickets t where t.event_id = e.id)`,
    )),
    ...(await count(
      'bookings answered with 201 that are gone, or another one for the same press',
      `select 1 from unnest($1::int[], $2::text[], $3::int[]) as a (id, key, user_id)
       where not exists (select 1 from tickets t where t.id = a.id and t.idempotency_key = a.key and t.user_id = a.user_id)`,
      [answered.map((a) => a.ticketId), answered.map((a) => a.key), answered.map((a) => a.userId)],
    )),
    ...(await count(
      'presses booked twice',
      'select 1 from tickets where idempotency_key is not null group by user_id, idempotency_key having count(*) > 1',
    )),
    ...(await count(
      'tickets without exactly one mail',
      `select t.id from tickets t left join mails m on m.ticket_id = t.id and m.kind in ('booking', 'booked-for-you')
       group by t.id having count(m.id) <> 1`,
    )),
  ]
}
