// What must be nothing at every moment: money without a ticket or a refund, refunds that hang, entries that do not balance.
import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../db/client.ts'

interface Figures extends Record<string, unknown> {
  unaccounted: number
  overdue: number
  unbalanced: number
}

/** Each looks at what an index has: what is open, and what came in lately. */
const findFigures = async (db: Db): Promise<Figures | undefined> =>
  (
    await db.execute<Figures>(sql`
      select (select count(*)::int from payments p join orders o on o.id = p.order_id
          where p.state = 'paid' and p.ended_at > now() - interval '30 days' and coalesce(p.received, p.amount) > 0
            and not exists (select from refunds r where r.payment_id = p.id and r.state <> 'cancelled')
            and (o.state <> 'paid' or exists (select from payments q where q.order_id = p.order_id and q.id <> p.id
              and q.state = 'paid' and not exists (select from refunds r where r.payment_id = q.id
                and r.cause in ('twice', 'wrong', 'too-late', 'called-off'))))) as unaccounted,
        (select coalesce(extract(epoch from now() - min(r.starts_at)), 0)::float8 from refunds r
          where r.state in ('planned', 'started', 'pending', 'failed') and r.starts_at <= now() and r.payment_id is not null) as overdue,
        (select count(*)::int from (select from money_entries m where m.at > now() - interval '1 day'
          group by m.posting having sum(m.amount) <> 0) as wrong) as unbalanced`)
  ).rows[0]

/** With the feature off nothing is asked, and nothing is wrong. */
export function measureMoney(registry: Registry, db: Db, isOn: boolean) {
  let asked: Promise<Figures | undefined> | undefined
  // One question for all of them. While the database is away there is nothing to say.
  const figures = () =>
    (asked ??= findFigures(db)
      .catch(() => undefined)
      .finally(() => (asked = undefined)))
  const gauge = (name: string, help: string, figure: keyof Figures & string) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        if (!isOn) return
        const found = await figures()
        this.set(Number(found?.[figure] ?? NaN))
      },
    })
  gauge('hooley_paid_without_ticket', 'Payments for which there is neither a ticket nor a refund', 'unaccounted')
  gauge('hooley_refunds_overdue_seconds', 'How long the oldest refund that should be done is not done', 'overdue')
  gauge('hooley_money_imbalance', 'Postings of the last day whose entries do not add up to nothing', 'unbalanced')
}
