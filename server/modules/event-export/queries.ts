import type { Db } from '../../db/client.ts'

/** A code that opens the door, and for how many. */
export interface Held {
  id: number
  placeId: number | null
  name: string
  email: string
  seats: number
  admitted: number
  bookedAt: Date
  code: string
  importCode: string | null
}

const AT_ONCE = 1_000

/** Bookings that have seats, each with the places that were sent of it right behind; a thousand bookings at a time. */
export async function* readHeld(db: Db, eventId: number): AsyncGenerator<Held[]> {
  let after = 0
  for (;;) {
    const { rows } = await db.$client.query<Held>({
      text: `with page as (
               select t.*, coalesce(t.guest_name, u.first_name || ' ' || u.last_name) as full_name,
                 coalesce(u.email, t.guest_email, '') as address
               from tickets t left join users u on u.id = t.user_id
               where t.event_id = $1 and t.number_of_tickets > 0 and t.id > $2 order by t.id limit $3),
             sent as (
               select p.* from ticket_places p where p.ticket_id in (select id from page) and p.taken_back_at is null)
             select * from (
               select t.id, null::int as "placeId", t.full_name as name, t.address as email,
                 t.number_of_tickets - (select count(*) from sent where ticket_id = t.id)::int as seats,
                 greatest(0, t.admitted - (select count(*) from sent where ticket_id = t.id and used_at is not null))::int as admitted,
                 t.created_at as "bookedAt", t.code, t.import_code as "importCode"
               from page t
               union all
               select t.id, s.id, coalesce(s.name, 'Friend of ' || t.full_name), '', 1,
                 case when s.used_at is null then 0 else 1 end, t.created_at, s.code, null
               from page t join sent s on s.ticket_id = t.id
             ) held order by id, "placeId" nulls first`,
      values: [eventId, after, AT_ONCE],
    })
    const held = rows.filter(({ seats }) => seats > 0)
    if (held.length > 0) yield held
    if (rows.filter(({ placeId }) => placeId === null).length < AT_ONCE) return
    after = rows.at(-1)?.id ?? after
  }
}
