-- version 5
-- Takes the scans of a door, whenever they arrive, as one statement: stores them, replays the bookings that they are about
-- (replay_door_scans says who is in), and keeps tickets, places, seats sold and the counts of the doors. An id that this link
-- has sent before is answered as it was then. Nothing is refused: what does not count is stored as a conflict.
-- Applied at start whenever this file has changed: raise the version above with every change. Arguments and columns of
-- the answer cannot be changed here; that is a new function beside this one.
-- Locks in one order: this link's senders, the event (only where seats change hands), tickets by id, doors by id.
-- The work is linear in the scans given: a booking is replayed once, and has at most 200 scans.
CREATE OR REPLACE FUNCTION take_door_scans(link int, event int, received timestamptz, given jsonb)
RETURNS TABLE (place int, answer text, let_in int, inside_now int, places_now int, since timestamptz, by_door text, seats_left int)
LANGUAGE plpgsql
-- A plan made while the tables were small must not walk through them once they are large.
SET enable_seqscan = off
AS $$
DECLARE
  most_scans CONSTANT int := 200;
  -- Over the limit in all, unless the event itself is larger.
  most_over CONSTANT int := 1000;
  scan record;
  undone record;
  booking record;
  replay record;
  ids text[];
  undoes_ids text[];
  known_ids text[];
  wanted int[];
  moves_seats boolean;
  is_cancelled boolean;
  free int;
  over_left int;
  sold_more int := 0;
  walk_in_ticket int;
  frees int;
  seated int;
  excess int;
  excess_before int;
  moved_links int[] := '{}';
  moved_counts int[] := '{}';
  moved_over int[] := '{}';
BEGIN
  -- The same batch twice at once: the second finds what the first has stored. A process has its senders wait in line; this
  -- is for two processes.
  PERFORM pg_advisory_xact_lock(hashtext('door link'), link);

  -- Always looked up by these lists, never by a join: a plan made while there were few scans would read all of the link's.
  SELECT array_agg(r.id), array_agg(r.undoes) FILTER (WHERE r.kind = 'undo' AND r.verdict IS NULL) INTO ids, undoes_ids
    FROM jsonb_to_recordset(given) AS r (id text, kind text, undoes text, verdict text);
  known_ids := ARRAY (SELECT s.id FROM door_scans s WHERE s.link_id = link AND s.id = ANY (ids));
  wanted := ARRAY (
    SELECT r.ticket FROM jsonb_to_recordset(given) AS r (ticket int) WHERE r.ticket IS NOT NULL
    UNION SELECT s.ticket_id FROM door_scans s WHERE s.link_id = link AND s.id = ANY (undoes_ids) AND s.ticket_id IS NOT NULL);
  moves_seats := EXISTS (
      SELECT 1 FROM jsonb_to_recordset(given) AS r (kind text, verdict text) WHERE r.verdict IS NULL AND r.kind = 'walk-in'
    ) OR EXISTS (SELECT 1 FROM door_scans s WHERE s.link_id = link AND s.id = ANY (undoes_ids) AND s.kind = 'walk-in')
    OR EXISTS (SELECT 1 FROM ticket_returns b WHERE b.ticket_id = ANY (wanted) AND b.undone_at IS NULL);
  IF moves_seats THEN
    PERFORM 1 FROM events e WHERE e.id = event FOR NO KEY UPDATE;
  END IF;
  PERFORM 1 FROM tickets t WHERE t.id = ANY (wanted) ORDER BY t.id FOR NO KEY UPDATE;
  IF NOT moves_seats AND EXISTS (SELECT 1 FROM ticket_returns b WHERE b.ticket_id = ANY (wanted) AND b.undone_at IS NULL) THEN
    -- Given back a moment ago. Waiting here, with the tickets locked, could be a deadlock; the caller tries again.
    PERFORM 1 FROM events e WHERE e.id = event FOR NO KEY UPDATE NOWAIT;
  END IF;
  -- Nobody can book a draft, so nobody takes a seat of it either.
  SELECT e.status = 'cancelled', CASE WHEN e.status = 'draft' THEN 0 ELSE e.capacity - e.tickets_sold - e.held END,
      greatest(most_over, e.capacity) - (SELECT coalesce(sum(l.over_limit), 0) FROM door_links l WHERE l.event_id = event)
    INTO is_cancelled, free, over_left FROM events e WHERE e.id = event;

  -- All but walk-ins and what undoes them.
  WITH asked AS (
    SELECT DISTINCT ON (r.id) r.* FROM jsonb_to_recordset(given) AS r (place int, id text, kind text, ticket int, code_hash text,
      name text, seats int, seen int, undoes text, reason text, said_over boolean, at timestamptz, corrected timestamptz,
      verdict text, conflict text, friend int)
    WHERE r.id <> ALL (known_ids)
    ORDER BY r.id, r.place
  ), stored AS MATERIALIZED (
    SELECT s.id, s.kind, s.ticket_id, s.corrected_at FROM door_scans s WHERE s.link_id = link AND s.id = ANY (undoes_ids)
  ), bookings AS MATERIALIZED (
    SELECT t.id, t.number_of_tickets, (SELECT count(*) FROM (
        SELECT 1 FROM door_scans s WHERE s.ticket_id = t.id LIMIT most_scans) few) AS scans
    FROM tickets t WHERE t.id = ANY (wanted)
  ), resolved AS (
    SELECT a.place, a.id, a.kind, a.code_hash, a.name, a.seats, a.seen, a.undoes, a.reason, a.said_over, a.at, a.verdict,
      a.conflict, a.friend, coalesce(stored.ticket_id, beside.ticket, a.ticket) AS ticket,
      -- After what it undoes: two uploads may measure the clock a little differently.
      greatest(a.corrected, coalesce(stored.corrected_at, beside.corrected) + interval '1 microsecond') AS corrected
    FROM asked a
    LEFT JOIN stored ON a.kind = 'undo' AND a.verdict IS NULL AND stored.id = a.undoes
    LEFT JOIN asked beside ON a.kind = 'undo' AND a.verdict IS NULL AND beside.id = a.undoes
    WHERE a.verdict IS NOT NULL OR (a.kind <> 'walk-in' AND coalesce(stored.kind, beside.kind, '') <> 'walk-in')
  ), judged AS (
    SELECT r.*, CASE
        WHEN r.verdict IS NOT NULL OR r.ticket IS NULL THEN coalesce(r.conflict, '')
        WHEN b.scans + row_number() OVER (PARTITION BY r.ticket, r.verdict ORDER BY r.place) > most_scans THEN 'too-many'
        ELSE 'replay' END AS fate,
      -- When it was scanned, nothing was left of the booking, or of this place.
      CASE WHEN r.kind = 'admit' THEN
        (b.number_of_tickets = 0 AND NOT EXISTS (SELECT 1 FROM ticket_returns g
          WHERE g.ticket_id = r.ticket AND g.undone_at IS NULL
            AND (g.returned_at > r.corrected OR (g.by = 'unconfirmed' AND r.said_over))))
        OR EXISTS (SELECT 1 FROM ticket_places p WHERE p.id = r.friend AND p.taken_back_at <= r.corrected) END AS is_returned,
      EXISTS (SELECT 1 FROM ticket_returns g WHERE g.ticket_id = r.ticket AND g.undone_at IS NULL AND g.by = 'unconfirmed')
        AND NOT EXISTS (SELECT 1 FROM ticket_returns g WHERE g.ticket_id = r.ticket AND g.by = 'organiser')
        AND r.friend IS NULL AS is_standby
    FROM resolved r LEFT JOIN bookings b ON b.id = r.ticket
  )
  INSERT INTO door_scans (link_id, id, event_id, ticket_id, place_id, kind, code_hash, name, seats, seen, undoes, reason, said_over,
      at, corrected_at, received_at, verdict, admitted, total, places, conflict)
    SELECT link, j.id, event, CASE WHEN j.fate = 'replay' THEN j.ticket END, j.friend, j.kind, decode(j.code_hash, 'hex'), j.name,
      j.seats, j.seen, j.undoes, j.reason, coalesce(j.said_over, false), j.at, j.corrected, received,
      CASE WHEN j.verdict IS NOT NULL THEN j.verdict WHEN j.kind <> 'admit' THEN 'admitted' WHEN is_cancelled THEN 'cancelled'
        WHEN j.is_returned AND j.is_standby THEN 'standby' WHEN j.is_returned THEN 'returned' WHEN j.fate = 'too-many' THEN 'already-in' ELSE 'admitted' END,
      -- Below zero until it is answered: replay_door_scans knows new scans by it.
      0, CASE WHEN j.fate = 'replay' THEN -1 ELSE 0 END, 0, CASE WHEN j.fate <> 'replay' AND j.kind <> 'undo' THEN nullif(j.fate, '') END
    FROM judged j;

  -- Walk-ins and their undoing, in the order of sending: each takes or frees a seat.
  FOR scan IN
    SELECT r.* FROM jsonb_to_recordset(given) AS r (place int, id text, kind text, code_hash text, name text, seats int, seen int,
      undoes text, reason text, said_over boolean, at timestamptz, corrected timestamptz)
    WHERE r.kind IN ('walk-in', 'undo') AND r.id <> ALL (known_ids) ORDER BY r.place
  LOOP
    CONTINUE WHEN EXISTS (SELECT 1 FROM door_scans s WHERE s.link_id = link AND s.id = scan.id);
    IF scan.kind = 'walk-in' THEN
      seated := least(scan.seats, greatest(free, 0));
      walk_in_ticket := NULL;
      IF scan.seats - seated > over_left THEN
        INSERT INTO door_scans (link_id, id, event_id, kind, name, seats, said_over, at, corrected_at, received_at, verdict, admitted,
            total, places, conflict)
          VALUES (link, scan.id, event, scan.kind, scan.name, scan.seats, coalesce(scan.said_over, false), scan.at, scan.corrected,
            received, 'unknown', 0, 0, 0, 'too-many');
        CONTINUE;
      END IF;
      IF seated > 0 THEN
        INSERT INTO tickets (event_id, guest_name, number_of_tickets, admitted)
          VALUES (event, coalesce(nullif(scan.name, ''), 'Walk-in'), seated, seated) RETURNING id INTO walk_in_ticket;
      END IF;
      INSERT INTO door_scans (link_id, id, event_id, ticket_id, kind, name, seats, said_over, at, corrected_at, received_at, verdict,
          admitted, total, places, over, counts)
        VALUES (link, scan.id, event, walk_in_ticket, scan.kind, scan.name, scan.seats,
          coalesce(scan.said_over, false), scan.at, scan.corrected, received, 'admitted', scan.seats, scan.seats, scan.seats,
          scan.seats - seated, scan.seats);
      sold_more := sold_more + seated;
      free := free - seated;
      over_left := over_left - (scan.seats - seated);
      moved_links := moved_links || link;
      moved_counts := moved_counts || scan.seats;
      moved_over := moved_over || scan.seats - seated;
    ELSE
      SELECT s.id, s.ticket_id, s.over, s.corrected_at, s.is_undone, s.counts, t.number_of_tickets AS seated INTO undone
        FROM door_scans s LEFT JOIN tickets t ON t.id = s.ticket_id WHERE s.link_id = link AND s.id = scan.undoes;
      frees := CASE WHEN undone.is_undone THEN 0 ELSE coalesce(undone.counts, 0) END;
      INSERT INTO door_scans (link_id, id, event_id, ticket_id, kind, seats, undoes, reason, at, corrected_at, received_at, verdict,
          admitted, total, places, counts)
        VALUES (link, scan.id, event, undone.ticket_id, scan.kind, scan.seats, scan.undoes, scan.reason, scan.at,
          greatest(scan.corrected, undone.corrected_at + interval '1 microsecond'), received, 'admitted', -frees, 0, 0, -frees);
      UPDATE door_scans s SET is_undone = true WHERE s.link_id = link AND s.id = undone.id AND NOT s.is_undone;
      CONTINUE WHEN frees = 0;
      -- What the organiser has taken back is free already.
      IF undone.seated > 0 THEN
        UPDATE tickets t SET number_of_tickets = 0, first_quantity = coalesce(t.first_quantity, t.number_of_tickets), admitted = 0,
            returned_at = received
          WHERE t.id = undone.ticket_id;
        sold_more := sold_more - undone.seated;
        free := free + undone.seated;
      END IF;
      moved_links := moved_links || link;
      moved_counts := moved_counts || -frees;
      moved_over := moved_over || -undone.over;
    END IF;
  END LOOP;

  FOR booking IN
    SELECT t.id, t.number_of_tickets AS seats, t.admitted, t.returned_at FROM tickets t
    WHERE t.id = ANY (wanted) AND EXISTS (SELECT 1 FROM door_scans s WHERE s.ticket_id = t.id AND s.total < 0) ORDER BY t.id
  LOOP
    SELECT array_agg(r.link_id ORDER BY r.step) AS links, array_agg(r.scan_id ORDER BY r.step) AS ids,
        array_agg(r.is_new ORDER BY r.step) AS news, array_agg(r.counted ORDER BY r.step) AS counts,
        array_agg(r.counted_before ORDER BY r.step) AS counts_before, array_agg(r.is_undone ORDER BY r.step) AS undone,
        array_agg(r.beyond ORDER BY r.step) AS beyonds, array_agg(r.at ORDER BY r.step) AS times,
        array_agg(r.first_step ORDER BY r.step) AS firsts, max(r.inside) AS inside, max(r.seats_kept) AS seats_kept,
        coalesce(array_agg(r.place_in) FILTER (WHERE r.place_in IS NOT NULL), '{}') AS places_in,
        coalesce(array_agg(r.at) FILTER (WHERE r.place_in IS NOT NULL), '{}') AS places_in_at
      INTO replay FROM replay_door_scans(booking.id) r;

    -- Let in before they gave their seats back: they take free seats again, and are over the limit where there are none.
    excess := greatest(replay.inside - replay.seats_kept, 0);
    excess_before := greatest(booking.admitted - replay.seats_kept, 0);
    seated := CASE
      WHEN excess > excess_before THEN least(excess - excess_before, greatest(free, 0))
      -- Undone: first those over the limit, then seats.
      ELSE -greatest(booking.seats - replay.seats_kept - excess, 0) END;
    IF excess > excess_before THEN
      UPDATE ticket_returns r SET undo_until = received WHERE r.ticket_id = booking.id AND r.undone_at IS NULL AND r.undo_until > received;
    END IF;
    IF excess <> excess_before THEN
      moved_links := moved_links || link;
      moved_counts := moved_counts || 0;
      moved_over := moved_over || excess - excess_before - seated;
    END IF;
    free := free - seated;
    sold_more := sold_more + seated;
    booking.seats := booking.seats + seated;

    -- Also where the number is the same: who came first may have changed, and a door asks for tickets that changed.
    UPDATE tickets t SET admitted = replay.inside, number_of_tickets = booking.seats,
        returned_at = CASE WHEN booking.seats = 0 THEN coalesce(t.returned_at, received) END
      WHERE t.id = booking.id;
    UPDATE ticket_places p SET used_at = replay.places_in_at[array_position(replay.places_in, p.id)]
      WHERE p.ticket_id = booking.id AND (p.used_at IS NOT NULL OR p.id = ANY (replay.places_in));
    -- New scans get their answer; of the others only what counts may have changed.
    UPDATE door_scans s SET counts = u.counted, is_undone = u.is_undone,
        over = CASE WHEN s.kind = 'admit' THEN u.beyond ELSE s.over END,
        -- Let in from standby is what the door meant to do.
        conflict = CASE WHEN s.kind = 'admit' AND u.beyond > 0 AND NOT (s.said_over AND EXISTS (SELECT 1 FROM ticket_returns g
            WHERE g.ticket_id = booking.id AND g.undone_at IS NULL AND g.by = 'unconfirmed')) THEN 'returned' WHEN s.kind <> 'admit' THEN s.conflict END,
        verdict = CASE WHEN u.is_new AND s.kind = 'admit' AND s.verdict = 'admitted' AND u.counted = 0 THEN 'already-in' ELSE s.verdict END,
        admitted = CASE WHEN u.is_new THEN u.counted ELSE s.admitted END,
        total = CASE WHEN u.is_new THEN replay.inside ELSE s.total END,
        places = CASE WHEN u.is_new THEN booking.seats ELSE s.places END,
        first_at = CASE WHEN u.is_new THEN replay.times[u.first_step] ELSE s.first_at END,
        first_door = CASE WHEN u.is_new THEN l.name ELSE s.first_door END
      FROM unnest(replay.links, replay.ids, replay.news, replay.counts, replay.undone, replay.beyonds, replay.firsts)
          AS u (link_id, id, is_new, counted, is_undone, beyond, first_step)
        LEFT JOIN door_links l ON l.id = replay.links[u.first_step]
      WHERE s.ticket_id = booking.id AND s.link_id = u.link_id AND s.id = u.id
        AND (u.is_new OR (s.counts, s.is_undone) <> (u.counted, u.is_undone) OR (s.kind = 'admit' AND s.over <> u.beyond));
    FOR n IN 1 .. cardinality(replay.ids) LOOP
      IF replay.counts[n] <> replay.counts_before[n] THEN
        moved_links := moved_links || replay.links[n];
        moved_counts := moved_counts || replay.counts[n] - replay.counts_before[n];
        moved_over := moved_over || 0;
      END IF;
    END LOOP;
  END LOOP;

  IF sold_more <> 0 THEN
    UPDATE events e SET tickets_sold = e.tickets_sold + sold_more WHERE e.id = event;
  END IF;
  -- A seat that becomes free is for those who wait before it is for everybody. Only events with a waiting list have something due.
  IF sold_more < 0 THEN
    UPDATE events e SET settle_at = received WHERE e.id = event AND e.settle_at IS NOT NULL;
    IF FOUND THEN
      PERFORM add_job('settle-event', jsonb_build_object('eventId', event), 10, now(), event::text);
    END IF;
  END IF;
  IF moved_links <> '{}' THEN
    PERFORM 1 FROM door_links l WHERE l.id = ANY (moved_links) ORDER BY l.id FOR NO KEY UPDATE;
    UPDATE door_links l SET admitted = l.admitted + m.counts, over_limit = l.over_limit + m.over
      FROM (SELECT u.id, sum(u.counts) AS counts, sum(u.over) AS over
            FROM unnest(moved_links, moved_counts, moved_over) AS u (id, counts, over) GROUP BY u.id) m
      WHERE l.id = m.id;
  END IF;

  RETURN QUERY
    SELECT r.place, s.verdict, s.admitted, s.total, s.places, s.first_at, s.first_door, CASE WHEN sold_more <> 0 THEN free END
    FROM jsonb_to_recordset(given) AS r (place int, id text)
    JOIN (SELECT * FROM door_scans d WHERE d.link_id = link AND d.id = ANY (ids) OFFSET 0) s ON s.id = r.id
    ORDER BY r.place;
END
$$;
