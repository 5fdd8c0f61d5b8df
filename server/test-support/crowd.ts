// More of everything than one answer may hold, around the scene of the authorization matrix.
import { sql } from 'drizzle-orm'
import { BOOKING_QUESTIONS, DOOR, MOST_FOLLOWED, SAVED, SERIES, TEAM_MOST, TEXT } from '../../contract/limits.ts'
import type { Scene } from './matrix-row.ts'
import type { World } from './world.ts'

/** A series' dates are made for it as many as can be. */
export const EVERY_DAY = { unit: 'week', every: 1, weekdays: [1, 2, 3, 4, 5, 6, 7] }

/** Once in a world: people and events for `crowd` to use. The first hundred events carry texts of full length. */
export async function openCrowd({ deps: { db } }: World, size: number) {
  await db.execute(sql`insert into users (email, first_name, last_name, public_name)
    select 'crowd' || n || '@example.org', repeat('F', 80), repeat('L', 80), repeat('P', 80)
    from generate_series(1, ${size}) as n`)
  await db.execute(sql`insert into events (creator_id, title, description, venue, time_zone, capacity, tickets_sold,
      status, start_time, end_time, artist_description, organizer_description, town, latitude, longitude)
    select u.id, rpad('Crowd ' || u.id || ' ', 150, 'title '),
      rpad('', case when u.email like 'crowd_@%' or u.email like 'crowd__@%' then 10000 else 100 end, 'Bring a fiddle. '),
      rpad('The Cobblestone, Dublin ', 300, 'venue '), 'Europe/Dublin', 1, 1, 'published',
      now() + interval '1 day' + u.id * interval '1 minute', now() + interval '2 days' + u.id * interval '1 minute',
      rpad('', case when u.email like 'crowd_@%' or u.email like 'crowd__@%' then 4000 else 10 end, 'Fiddles. '),
      rpad('', case when u.email like 'crowd_@%' or u.email like 'crowd__@%' then 4000 else 10 end, 'People. '),
      'Dublin', 53.33, -6.25
    from users u where u.email like 'crowd%' order by u.id`)
  // Of those with texts of full length, half are reported and half are worth a look.
  const numbered = sql`(select id, row_number() over (order by id)::int as n from events where title like 'Crowd%') as e`
  await db.execute(sql`insert into event_scores (event_id, score, scored_at)
    select e.id, 1000 - e.n, now() from ${numbered} where e.n % 2 = 0`)
  await db.execute(sql`insert into reports (reference, kind, event_id, created_at)
    select 'R-CROWD' || lpad(e.n::text, 7, '0'), 'illegal', e.id, now() - interval '9 days' + e.n * interval '1 second'
    from ${numbered} where e.n % 2 = 1`)
  await db.execute(sql`analyze`)
}

/** Fills what belongs to the scene's creator and events, with as many of the world's crowd as `size` says. */
export async function crowd({ deps: { db } }: World, scene: Scene & { moderatorId: number }, size: number) {
  const { eventId, fullId, creatorId, ticketId, doorLinkId, moderatorId, surveyId } = scene
  const people = sql`(select id, row_number() over (order by id)::int as n from users where email like 'crowd%' order by id limit ${size}) as p`
  const others = sql`(select id, creator_id, row_number() over (order by id)::int as n from events where title like 'Crowd%' order by id limit ${size}) as e`
  const statements = [
    sql`update events set capacity = 1000000, tickets_sold = (select count(*) from ${people}) where id = ${eventId}`,
    sql`insert into tickets (event_id, user_id, number_of_tickets, came_from)
      select ${eventId}, p.id, 1, jsonb_build_object('site', 'site' || p.n || '.example') from ${people}`,
    sql`insert into tickets (event_id, user_id, number_of_tickets) select e.id, ${creatorId}, 1 from ${others}`,
    sql`insert into waiting_entries (event_id, user_id, number_of_tickets, at_least, turn)
      select ${fullId}, p.id, 1, 1, 1000 + p.n from ${people}`,
    sql`insert into waiting_entries (event_id, user_id, number_of_tickets, at_least, turn)
      select e.id, ${creatorId}, 1, 1, 100000 + ${creatorId} from ${others}`,
    sql`update events set asks_questions = true where id = ${eventId}`,
    sql`insert into booking_questions (event_id, position, kind, label)
      select ${eventId}, n, 'text', repeat('q', ${TEXT.bookingQuestion}) from generate_series(1, ${BOOKING_QUESTIONS.most}) as n`,
    sql`insert into booking_answers (ticket_id, question_id, answer, answered_at)
      select t.id, q.id, array[repeat('a', ${TEXT.answer})], now() from tickets t
      join booking_questions q on q.event_id = t.event_id where t.event_id = ${eventId} and t.user_id % 10 = 0`,
    sql`insert into survey_answers (survey_id, ticket_id, answers, answered_at)
      select ${surveyId}, t.id, jsonb_build_array(jsonb_build_array(repeat('a', ${TEXT.answer}))), now() from tickets t
      where t.event_id = ${eventId} and t.user_id in (select id from ${people})`,
    sql`insert into booking_requests (event_id, user_id, number_of_tickets, text)
      select ${eventId}, p.id, 1, repeat('r', ${TEXT.request}) from ${people}`,
    sql`insert into event_history (event_id, user_id, act) select ${eventId}, p.id, 'edited' from ${people}`,
    sql`insert into team_invitations (event_id, email, token_hash, expires_at)
      select ${eventId}, 'invited' || p.n || '@example.org', sha256((${String(eventId)} || ' ' || p.n)::bytea), now() + interval '9 days'
      from ${people} where p.n <= ${TEAM_MOST - 10}`,
    sql`insert into guest_messages (event_id, user_id, audience, subject, text, replies, recipients, created_at)
      select ${eventId}, ${creatorId}, 'all', repeat('S', 120), repeat('T', 4000), true, 9, now() - p.n * interval '1 day' from ${people}`,
    sql`insert into door_links (event_id, token_hash, name, may_add, created_by, revoked_at)
      select ${eventId}, sha256(('door ' || ${String(eventId)} || ' ' || p.n)::bytea), repeat('D', 60), true, ${creatorId}, now() from ${people} where p.n <= ${DOOR.linksInAll - 10}`,
    sql`insert into door_scans (link_id, id, event_id, ticket_id, kind, seats, at, corrected_at, received_at, verdict, admitted, total, places, conflict)
      select ${doorLinkId}, 'scan ' || p.n, ${eventId}, t.id, 'admit', 1, now(), now(), now(), 'returned', 0, 0, 1, 'returned'
      from ${people} join tickets t on t.user_id = p.id and t.event_id = ${eventId}`,
    sql`insert into follows (user_id, creator_id) select ${creatorId}, p.id from ${people} where p.n <= ${MOST_FOLLOWED}`,
    sql`insert into follows (user_id, creator_id) select p.id, ${creatorId} from ${people}`,
    sql`insert into favourites (user_id, event_id) select ${creatorId}, e.id from ${others} where e.n <= ${SAVED.most}`,
    sql`insert into sessions (token_hash, user_id, expires_at, device)
      select sha256(('session ' || ${String(creatorId)} || ' ' || p.n)::bytea), ${creatorId}, now() + interval '9 days', repeat('D', 60)
      from ${people} where p.n < 100`,
    sql`insert into ticket_returns (ticket_id, event_id, seats, by, returned_at, undo_until, released_at)
      select ${ticketId}, (select event_id from tickets where id = ${ticketId}), 1, 'guest', now(), now(), now() from ${people}`,
    sql`insert into decisions (reference, act, subject_kind, subject_id, concerned_id, reason, moderator_id)
      select 'D-' || upper(substr(md5(${String(eventId)} || ' ' || p.n), 1, 10)), 'hide', 'event', ${eventId}, ${creatorId}, 'spam', ${moderatorId}
      from ${people}`,
    sql`insert into reports (reference, kind, event_id, reporter_email)
      select 'R-' || upper(substr(md5(${String(eventId)} || ' ' || p.n), 1, 12)), 'rules', ${eventId}, 'reporter' || p.n || '@example.org'
      from ${people}`,
  ]
  for (const statement of statements) await db.execute(statement)
}

/** Slower than the rest: every event is written. */
export const crowdOfManaged = ({ deps: { db } }: World, { creatorId }: Scene) =>
  db.execute(sql`update events set manager_ids = array_append(manager_ids, ${creatorId}) where title like 'Crowd%'`)

/** As many dates as are ever made ahead, each booked by somebody else, and many who are booked for every date. */
export async function crowdOfSeries({ deps: { db } }: World, { seriesId, seriesDateId }: Scene) {
  const people = sql`(select id, row_number() over (order by id)::int as n from users where email like 'crowd%') as p`
  const statements = [
    sql`update series_versions set rule = ${JSON.stringify(EVERY_DAY)}::jsonb where series_id = ${seriesId}`,
    sql`insert into events (creator_id, title, description, venue, time_zone, capacity, tickets_sold, status,
        start_time, end_time, town, series_id, series_day)
      select e.creator_id, e.title, e.description, e.venue, e.time_zone, e.capacity, 1, 'published',
        e.start_time + n * interval '1 day', e.end_time + n * interval '1 day', e.town, e.series_id, e.series_day + n
      from events e, generate_series(1, ${SERIES.most} - 1) as n where e.id = ${seriesDateId}`,
    sql`insert into tickets (event_id, user_id, number_of_tickets)
      select d.event_id, p.id, 1 from ${people}
      join (select id as event_id, row_number() over (order by id)::int as n from events where series_id = ${seriesId} and tickets_sold = 1) as d using (n)`,
    sql`insert into standing_places (series_id, user_id, number_of_tickets) select ${seriesId}, p.id, 1 from ${people}`,
  ]
  for (const statement of statements) await db.execute(statement)
}
