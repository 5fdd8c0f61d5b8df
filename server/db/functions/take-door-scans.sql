-- version 3
-- The rule of the door as one statement: stores scans, whenever they arrive, puts all scans of each booking into the order
-- of their corrected times, and keeps tickets.admitted and the counts of the doors. An id that this link has sent before
-- is answered as it was then. Nothing is refused: what has no place left counts nothing and is a conflict.
-- Applied at start whenever this file has changed: raise the version above with every change. Arguments and columns of
-- the answer cannot be changed here; that is a new function beside this one.
-- Locks in one order: this link's senders, the event (only for walk-ins), tickets by id, doors by id.
CREATE OR REPLACE FUNCTION take_door_scans(link int, event int, received timestamptz, given jsonb)
RETURNS TABLE (place int, answer text, let_in int, inside_now int, places_now int, since timestamptz, by_door text, seats_left int)
LANGUAGE plpgsql
-- A plan made while the tables were small must not walk through them once they are large.
SET enable_seqscan = off
AS $$
DECLARE
  scan record;
  walk_in door_scans%ROWTYPE;
  booking record;
  is_cancelled boolean;
  free int;
  taken int;
  freed int := 0;
  change int;
  inside int;
  target int;
  wanted int[];
  made_ids text[] := '{}';
  keys text[];
  remaining int[];
  key_friends int[];
  friends_in int[];
  moved_links int[] := '{}';
  moved_counts int[] := '{}';
  moved_over int[] := '{}';
BEGIN
  -- The same batch twice at once: the second finds what the first has stored.
  PERFORM pg_advisory_xact_lock(hashtext('door link'), link);

  IF EXISTS (
    SELECT 1 FROM jsonb_to_recordset(given) AS r (kind text, undoes text, verdict text)
    LEFT JOIN door_scans s ON s.link_id = link AND s.id = r.undoes
    WHERE r.verdict IS NULL AND (r.kind = 'walk-in' OR s.kind = 'walk-in')
  ) THEN
    PERFORM 1 FROM events e WHERE e.id = event FOR NO KEY UPDATE;
  END IF;
  -- Nobody can book a draft, so nobody takes a seat of it either.
  SELECT e.status = 'cancelled', CASE WHEN e.status = 'draft' THEN 0 ELSE e.capacity - e.tickets_sold - e.held END INTO is_cancelled, free FROM events e WHERE e.id = event;
  taken := 0;

  SELECT coalesce(array_agg(DISTINCT coalesce(r.ticket, s.ticket_id)), '{}') INTO wanted
    FROM jsonb_to_recordset(given) AS r (ticket int, undoes text)
    LEFT JOIN door_scans s ON s.link_id = link AND s.id = r.undoes;
  PERFORM 1 FROM tickets t WHERE t.id = ANY (wanted) ORDER BY t.id FOR NO KEY UPDATE;
  wanted := '{}';

  FOR scan IN
    SELECT r.* FROM jsonb_to_recordset(given) AS r (place int, id text, kind text, ticket int, code_hash text, name text,
      seats int, seen int, undoes text, reason text, said_over boolean, at timestamptz, corrected timestamptz, verdict text,
      friend int)
    WHERE NOT EXISTS (SELECT 1 FROM door_scans s WHERE s.link_id = link AND s.id = r.id)
    -- What was sent first was done first: an undo comes after what it undoes.
    ORDER BY r.place
  LOOP
    CONTINUE WHEN scan.id = ANY (made_ids);
    made_ids := made_ids || scan.id;
    walk_in := NULL;
    IF scan.verdict IS NULL AND scan.kind = 'undo' AND scan.undoes IS NOT NULL THEN
      SELECT s.* INTO walk_in FROM door_scans s WHERE s.link_id = link AND s.id = scan.undoes;
      -- Two uploads may measure the clock a little differently.
      scan.corrected := greatest(scan.corrected, walk_in.corrected_at + interval '1 microsecond');
      scan.ticket := coalesce(walk_in.ticket_id, scan.ticket);
    END IF;
    change := 0;
    IF scan.verdict IS NULL THEN
      scan.verdict := 'admitted';
      IF scan.kind = 'walk-in' THEN
        scan.ticket := NULL;
        change := scan.seats;
        IF least(scan.seats, free) > 0 THEN
          INSERT INTO tickets (event_id, guest_name, number_of_tickets, admitted)
            VALUES (event, coalesce(nullif(scan.name, ''), 'Walk-in'), least(scan.seats, free), least(scan.seats, free))
            RETURNING id INTO scan.ticket;
        END IF;
      ELSIF scan.kind = 'undo' AND walk_in.kind = 'walk-in' THEN
        IF NOT walk_in.is_undone THEN
          change := -walk_in.seats;
          UPDATE door_scans s SET is_undone = true WHERE s.link_id = link AND s.id = walk_in.id;
          -- What somebody has taken back meanwhile is free already.
          SELECT t.number_of_tickets INTO freed FROM tickets t WHERE t.id = walk_in.ticket_id AND t.number_of_tickets > 0;
          IF FOUND THEN
            UPDATE tickets t SET number_of_tickets = 0, first_quantity = coalesce(t.first_quantity, t.number_of_tickets), admitted = 0, returned_at = received
              WHERE t.id = walk_in.ticket_id;
            taken := taken - freed;
            free := free + freed;
          END IF;
          moved_over := moved_over || -walk_in.over;
          moved_links := moved_links || link;
          moved_counts := moved_counts || 0;
        END IF;
      ELSIF scan.ticket IS NOT NULL THEN
        wanted := wanted || scan.ticket::int;
        IF is_cancelled AND scan.kind = 'admit' THEN
          scan.verdict := 'cancelled';
        ELSIF scan.kind = 'admit' AND (SELECT t.number_of_tickets = 0 FROM tickets t WHERE t.id = scan.ticket) THEN
          scan.verdict := 'returned';
        -- Who let a friend in before the place was taken back did nothing wrong.
        ELSIF scan.kind = 'admit' AND (SELECT p.taken_back_at <= scan.corrected FROM ticket_places p WHERE p.id = scan.friend) THEN
          scan.verdict := 'returned';
        END IF;
      END IF;
    END IF;
    INSERT INTO door_scans (link_id, id, event_id, ticket_id, place_id, kind, code_hash, name, seats, seen, undoes, reason, said_over,
        at, corrected_at, received_at, verdict, admitted, total, places, over, counts)
      VALUES (link, scan.id, event, scan.ticket, scan.friend, scan.kind, decode(scan.code_hash, 'hex'), scan.name, scan.seats, scan.seen,
        scan.undoes, scan.reason, coalesce(scan.said_over, false), scan.at, scan.corrected, received, scan.verdict,
        change, greatest(change, 0), greatest(change, 0),
        CASE WHEN scan.kind = 'walk-in' AND change > 0 THEN scan.seats - greatest(least(scan.seats, free), 0) ELSE 0 END, change);
    IF change <> 0 THEN
      moved_links := moved_links || link;
      moved_counts := moved_counts || change;
      moved_over := moved_over || CASE WHEN change > 0 THEN scan.seats - greatest(least(scan.seats, free), 0) ELSE 0 END;
    END IF;
    IF scan.kind = 'walk-in' AND change > 0 THEN
      taken := taken + greatest(least(scan.seats, free), 0);
      free := free - greatest(least(scan.seats, free), 0);
    END IF;
  END LOOP;

  FOR booking IN SELECT t.id, t.number_of_tickets AS places, t.admitted FROM tickets t WHERE t.id = ANY (wanted) ORDER BY t.id LOOP
    inside := 0;
    keys := '{}';
    remaining := '{}';
    key_friends := '{}';
    friends_in := '{}';
    FOR scan IN
      SELECT s.* FROM door_scans s WHERE s.ticket_id = booking.id
      ORDER BY s.corrected_at, s.received_at, s.link_id, s.id
    LOOP
      IF scan.kind = 'walk-in' THEN
        change := scan.counts;
        inside := inside + scan.seats - scan.over;
      ELSIF scan.kind = 'admit' THEN
        -- A place lets in one, once, while the booking has seats; the code of the booking lets in whoever is left.
        change := CASE WHEN scan.verdict IN ('returned', 'cancelled') OR scan.place_id = ANY (friends_in) THEN 0
          ELSE least(scan.seats, greatest(booking.places - inside, 0)) END;
        inside := inside + change;
        keys := keys || format('%s %s', scan.link_id, scan.id);
        remaining := remaining || change;
        key_friends := array_append(key_friends, scan.place_id);
        IF change > 0 AND scan.place_id IS NOT NULL THEN
          friends_in := array_append(friends_in, scan.place_id);
        END IF;
      ELSIF scan.undoes IS NULL THEN
        change := -least(scan.seats, inside);
        inside := inside + change;
        friends_in := array_remove(friends_in, scan.place_id);
      ELSE
        target := array_position(keys, format('%s %s', scan.link_id, scan.undoes));
        change := -least(coalesce(remaining[target], 0), inside);
        inside := inside + change;
        IF target IS NOT NULL THEN
          remaining[target] := 0;
          IF change < 0 THEN
            friends_in := array_remove(friends_in, key_friends[target]);
          END IF;
          UPDATE door_scans s SET is_undone = true WHERE s.link_id = scan.link_id AND s.id = scan.undoes AND NOT s.is_undone;
        END IF;
      END IF;
      IF change <> scan.counts THEN
        UPDATE door_scans s SET counts = change WHERE s.link_id = scan.link_id AND s.id = scan.id;
        moved_links := moved_links || scan.link_id;
        moved_counts := moved_counts || change - scan.counts;
        moved_over := moved_over || 0;
      END IF;
    END LOOP;
    -- Also where the number is the same: who came first may have changed.
    UPDATE tickets t SET admitted = inside WHERE t.id = booking.id;
    UPDATE ticket_places p SET used_at = CASE WHEN p.id = ANY (friends_in) THEN (
        SELECT min(s.corrected_at) FROM door_scans s
        WHERE s.ticket_id = booking.id AND s.place_id = p.id AND s.kind = 'admit' AND s.counts > 0 AND NOT s.is_undone) END
      WHERE p.ticket_id = booking.id AND (p.used_at IS NOT NULL OR p.id = ANY (friends_in));
  END LOOP;

  UPDATE door_scans s SET
      verdict = CASE WHEN s.kind = 'admit' AND s.verdict = 'admitted' AND s.counts = 0 THEN 'already-in' ELSE s.verdict END,
      admitted = s.counts, total = t.admitted, places = t.number_of_tickets, first_at = first.corrected_at, first_door = first.name
    FROM door_scans m JOIN tickets t ON t.id = m.ticket_id LEFT JOIN LATERAL (
      SELECT f.corrected_at, l.name FROM door_scans f JOIN door_links l ON l.id = f.link_id
      WHERE f.ticket_id = t.id AND f.kind <> 'undo' AND f.counts > 0 AND NOT f.is_undone
      -- Who comes twice with one place is told of the first time, and not of the others of the booking.
      ORDER BY coalesce(f.place_id = m.place_id, false) DESC, f.corrected_at, f.received_at, f.link_id, f.id LIMIT 1
    ) first ON true
    WHERE m.link_id = link AND m.id = ANY (made_ids) AND t.id = ANY (wanted) AND m.kind <> 'walk-in'
      AND s.link_id = m.link_id AND s.id = m.id;

  IF taken <> 0 THEN
    UPDATE events e SET tickets_sold = e.tickets_sold + taken WHERE e.id = event;
  END IF;
  -- A seat that comes free is for those who wait before it is for everybody. Only events with a waiting list have something due.
  IF taken < 0 THEN
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
    SELECT r.place, s.verdict, s.admitted, s.total, s.places, s.first_at, s.first_door, CASE WHEN taken <> 0 THEN free END
    FROM jsonb_to_recordset(given) AS r (place int, id text)
    JOIN door_scans s ON s.link_id = link AND s.id = r.id
    ORDER BY r.place;
END
$$;
