// People who keep booking and returning seats of a small room: there are fewer seats than people, so that a seat sold twice is
// noticed. Each press has its own key and is repeated until it gets a reply.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Account, Database } from '../stack.ts'

interface Reply {
  status: number
  id: number
}

export class Guests {
  readonly statuses = new Map<number, number>()
  /** Tickets that were acknowledged as given back. */
  readonly returned: number[] = []
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  start(accounts: Account[], eventId: number, url: string) {
    this.#running = Promise.all(
      accounts.map(async (account) => {
        while (!this.#isOver) {
          const booked = await this.#press(account, `${url}/api/tickets`, { eventId, numberOfTickets: 1 })
          await wait(300)
          if (booked.status !== 201) continue
          const { status } = await this.#press(account, `${url}/api/tickets/${booked.id}/return`, { of: 1 })
          if (status === 200) this.returned.push(booked.id)
        }
      }),
    )
  }

  async stop() {
    this.#isOver = true
    await this.#running
  }

  async #press(account: Account, url: string, given: unknown): Promise<Reply> {
    const key = randomUUID()
    for (;;) {
      const reply = await send(url, account, key, given)
      this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1)
      if (reply.status !== 0 && reply.status < 500) return reply
      await wait(200)
    }
  }
}

async function send(url: string, { token }: Account, key: string, given: unknown): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(given),
      signal: AbortSignal.timeout(30_000),
    })
    const { id = 0 } = (await response.json()) as { id?: number }
    return { status: response.status, id }
  } catch {
    return { status: 0, id: 0 }
  }
}

/** Each ticket that was acknowledged as given back is so, once. */
export async function auditReturns(database: Pick<Database, 'query'>, returned: number[]): Promise<number> {
  const [row] = await database.query<{ n: number }>(
    `select count(*)::int as n from unnest($1::int[]) as a (id) left join tickets t on t.id = a.id
     where t.number_of_tickets is distinct from 0
       or (select count(*) from ticket_returns r where r.ticket_id = a.id) <> 1`,
    [returned],
  )
  return row?.n ?? 0
}
