// Generated events and tickets, by one statement each: 10,000 and 100,000 take two seconds, a million events a minute.
import pg from 'pg'

export interface SeedSize {
  events: number
  tickets: number
  people: number
}

// Words that give titles a search can tell apart; hashes spread them without a pattern.
const TITLE = `(array['Harbour','Midnight','Velvet','Copper','Quiet','Wild','Paper','Golden','Northern','Crooked'])[1 + n % 10]
  || ' ' || (array['Fiddle','Supper','Cinema','Market','Choir','Swim','Poetry','Ceilidh','Chess','Samba','Regatta'])[1 + n / 10 % 11]
  || ' ' || (array['Night','Club','Session','Walk','Festival','Workshop','Fair'])[1 + n / 110 % 7] || ' ' || n`

const EVENTS = `
  with pictures as materialized (
    select row_number() over () - 1 as place, image_url as key, image_widths as widths
    from (select image_url, image_widths from events where image_url is not null limit 40) as few
  )
  insert into events (creator_id, title, description, venue, image_url, image_widths, start_time, end_time, time_zone,
    town, categories, latitude, longitude, status, capacity, tickets_sold, artist_description)
  select person.first + n % $2, ${TITLE},
    'An evening for everybody who likes company. ' || repeat('Bring a friend, stay for the last song. ', 8),
    'Hall ' || n % 500 || ', Dublin', picture.key, coalesce(picture.widths, '{}'), starts, starts + interval '3 hours', 'Europe/Dublin',
    town.name, array[(array['music','theatre','film','art','books','talks','food','sport'])[1 + n % 8]],
    town.lat, town.lng, case when n % 50 = 0 then 'draft' else 'published' end, 200, 0, 'Plays every Thursday.'
  from (select min(id) as first from users where email like 'bench%') as person,
    generate_series($3 + 1, $3 + $1) as n
  cross join lateral (
    -- Four in five are to come, so that every list has both.
    select date_trunc('minute', now()) + ((n - 1) % $1 - $1 / 5) * interval '1 hour' * (17520.0 / $1) + interval '7 minutes' as starts
  ) as moment
  -- As events have them: the coordinates of a few towns.
  join (values (0, 'Dublin', 53.333, -6.249), (1, 'Galway', 53.272, -9.051), (2, 'Sligo', 54.27, -8.469),
    (3, 'Kilkenny', 52.654, -7.252), (4, 'Lisbon', 38.717, -9.133)) as town (place, name, lat, lng) on town.place = n % 5
  left join pictures as picture on picture.place = n % (select greatest(count(*), 1) from pictures)`

const TICKETS = `
  with published as materialized (
    select id, row_number() over (order by id) as place from events where status <> 'draft' and capacity = 200
  ), booked as (
    insert into tickets (event_id, user_id, number_of_tickets)
    select published.id, person.first + n % $2, 1 + n % 4
    from (select min(id) as first from users where email like 'bench%') as person,
      generate_series(1, $1) as n
    join published on published.place = 1 + n % (select count(*) from published)
    returning event_id, number_of_tickets
  ), sums as (select event_id, sum(number_of_tickets) as sold from booked group by event_id)
  update events set tickets_sold = tickets_sold + least(sold, 150) from sums where sums.event_id = events.id`

export async function seed(databaseUrl: string, { events, tickets, people }: SeedSize, from = 0) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(
      `insert into users (email, first_name, last_name)
       select 'bench' || n || '@example.org', 'Person' || n, 'Byrne' from generate_series(1, $1::int) as n
       on conflict do nothing`,
      [people],
    )
    // The pictures of a demo are looked up for each event: with none the column stays empty.
    await client.query(
      EVENTS.replaceAll('$1', String(events)).replaceAll('$2', String(people)).replaceAll('$3', String(from)),
    )
    if (tickets > 0) await client.query(TICKETS.replaceAll('$1', String(tickets)).replaceAll('$2', String(people)))
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
