-- version 3
-- The rule of who is in: replays all scans of a booking in the order of their corrected times. Writes nothing;
-- take_door_scans calls it and stores what has changed. One row for each scan, in that order.
-- A booking has at most 200 scans (take_door_scans sees to it), so this is bounded.
CREATE OR REPLACE FUNCTION replay_door_scans(booking int)
RETURNS TABLE (
  step int, link_id int, scan_id text, is_new boolean,
  counted int, counted_before int,
  is_undone boolean,
  -- Of those counted: seats that were given back after the scan was made.
  beyond int,
  -- The place (a seat that was sent to a friend) that this scan let in and that is still in.
  place_in int, at timestamptz,
  -- Which step, counted from 1, was the first admission: of the same place, else of the booking.
  first_step int,
  -- After all scans, the same in each row: seats that are in, and seats that were not given back.
  inside int, seats_kept int)
LANGUAGE plpgsql STABLE
AS $$
DECLARE
  scan record;
  kept int;
  seats_then int;
  given_back int[];
  given_back_at timestamptz[];
  -- Released because nobody confirmed: people on standby are let in by a press that says so.
  on_standby boolean[];
  last int := 0;
  target int;
  change int;
  in_now int := 0;
  links int[] := '{}';
  ids text[] := '{}';
  kinds text[] := '{}';
  news boolean[] := '{}';
  counts int[] := '{}';
  counts_before int[] := '{}';
  -- Seats inside that an undo of this scan takes out again.
  undoable int[] := '{}';
  undone boolean[] := '{}';
  beyonds int[] := '{}';
  places int[] := '{}';
  times timestamptz[] := '{}';
  -- Parallel: places that are in, and the step that let each of them in.
  places_in int[] := '{}';
  let_in_by int[] := '{}';
  -- Parallel: all places of the booking, when each was sent, and until when it was the friend's.
  sent int[];
  sent_at timestamptz[];
  sent_until timestamptz[];
  friends_seats int;
  firsts int[] := '{}';
  first_of_all int;
BEGIN
  SELECT coalesce(array_agg(r.seats), '{}'), coalesce(array_agg(r.returned_at), '{}'),
      coalesce(array_agg(r.by = 'unconfirmed'), '{}') INTO given_back, given_back_at, on_standby
    FROM ticket_returns r WHERE r.ticket_id = booking AND r.undone_at IS NULL;
  -- Seats that were neither given back nor taken back. The ticket may have more: those taken again at the door.
  SELECT CASE WHEN given_back = '{}' THEN t.number_of_tickets
      ELSE greatest(coalesce(t.first_quantity, t.number_of_tickets) - (SELECT sum(g) FROM unnest(given_back) g), 0) END INTO kept
    FROM tickets t WHERE t.id = booking;

  SELECT coalesce(array_agg(p.id), '{}'), coalesce(array_agg(p.created_at), '{}'), coalesce(array_agg(p.taken_back_at), '{}')
    INTO sent, sent_at, sent_until FROM ticket_places p WHERE p.ticket_id = booking;

  FOR scan IN
    SELECT s.* FROM door_scans s WHERE s.ticket_id = booking
      ORDER BY s.corrected_at, s.received_at, s.link_id, s.id
  LOOP
    last := last + 1;
    links[last] := scan.link_id;
    ids[last] := scan.id;
    kinds[last] := scan.kind;
    news[last] := scan.total < 0;
    counts_before[last] := scan.counts;
    undone[last] := scan.is_undone;
    undoable[last] := 0;
    beyonds[last] := 0;
    places[last] := scan.place_id;
    times[last] := scan.corrected_at;
    IF scan.kind = 'walk-in' THEN
      change := scan.counts;
      undoable[last] := CASE WHEN change > 0 THEN scan.seats - scan.over ELSE 0 END;
      in_now := in_now + undoable[last];
    ELSIF scan.kind = 'admit' THEN
      -- A scan made before a return counts.
      seats_then := kept;
      FOR n IN 1 .. cardinality(given_back) LOOP
        IF given_back_at[n] > scan.corrected_at OR (on_standby[n] AND scan.said_over) THEN
          seats_then := seats_then + given_back[n];
        END IF;
      END LOOP;
      -- A place lets in one, once, while the booking has seats; the code of the booking only what was not sent by then.
      friends_seats := 0;
      IF scan.place_id IS NULL THEN
        FOR n IN 1 .. cardinality(sent) LOOP
          IF sent_at[n] <= scan.corrected_at AND (sent_until[n] IS NULL OR sent_until[n] > scan.corrected_at)
              AND sent[n] <> ALL (places_in) THEN
            friends_seats := friends_seats + 1;
          END IF;
        END LOOP;
      END IF;
      change := CASE WHEN scan.verdict IN ('returned', 'standby', 'cancelled') OR scan.place_id = ANY (places_in) THEN 0
        ELSE least(scan.seats, greatest(seats_then - in_now - friends_seats, 0)) END;
      -- What was answered 'already in' was turned away, so it never counts later.
      IF NOT news[last] THEN
        change := least(change, scan.admitted);
      END IF;
      in_now := in_now + change;
      undoable[last] := change;
      IF change > 0 AND scan.place_id IS NOT NULL THEN
        places_in := places_in || scan.place_id;
        let_in_by := let_in_by || last;
      END IF;
      beyonds[last] := least(change, greatest(in_now - kept, 0));
    ELSE
      target := CASE WHEN scan.undoes IS NOT NULL THEN array_position(ids, scan.undoes) END;
      -- Ids are made by devices: another link may have the same.
      WHILE target IS NOT NULL AND (links[target] <> scan.link_id OR target = last) LOOP
        target := array_position(ids, scan.undoes, target + 1);
      END LOOP;
      IF scan.undoes IS NULL THEN
        change := -least(scan.seats, in_now);
        in_now := in_now + change;
        target := array_position(places_in, scan.place_id);
      ELSIF target IS NULL OR kinds[target] = 'undo' THEN
        change := 0;
        target := NULL;
      ELSE
        change := -least(undoable[target], in_now);
        in_now := in_now + change;
        undoable[target] := 0;
        undone[target] := true;
        -- A walk-in over the limit has no seat, and is counted all the same.
        IF kinds[target] = 'walk-in' THEN
          change := scan.counts;
        END IF;
        target := CASE WHEN change < 0 THEN array_position(let_in_by, target) END;
      END IF;
      IF target IS NOT NULL THEN
        places_in := places_in[:target - 1] || places_in[target + 1:];
        let_in_by := let_in_by[:target - 1] || let_in_by[target + 1:];
      END IF;
    END IF;
    counts[last] := change;
  END LOOP;

  FOR n IN 1 .. last LOOP
    IF first_of_all IS NULL AND kinds[n] <> 'undo' AND counts[n] > 0 AND NOT undone[n] THEN
      first_of_all := n;
    END IF;
  END LOOP;
  FOR n IN 1 .. last LOOP
    -- A second scan of one place names the first one, and not others of the booking.
    target := array_position(places_in, places[n]);
    firsts[n] := coalesce(let_in_by[target], first_of_all);
  END LOOP;

  RETURN QUERY SELECT u.step::int, u.link_id, u.scan_id, u.is_new, u.counted, u.counted_before, u.is_undone, u.beyond,
      places_in[array_position(let_in_by, u.step::int)], u.at, u.first_step, in_now, kept
    FROM unnest(links, ids, news, counts, counts_before, undone, beyonds, times, firsts) WITH ORDINALITY
      AS u (link_id, scan_id, is_new, counted, counted_before, is_undone, beyond, at, first_step, step)
    ORDER BY u.step;
END
$$;
