-- version 2
-- Entering a ballot as one statement, for one entry or for many at once: entries that come at the same moment are one commit
-- (server/modules/ballots/commands.ts). Locks the ballots first, as closing one does, so that nothing is put into a list
-- whose root is known. Changes the seats and the salt of an entry that is there; the order of entering counts nothing.
-- `unlisted`: whether this person may see the event is decided there, unless this transaction has set hooley.seen_event.
CREATE OR REPLACE FUNCTION enter_ballots(user_ids int[], event_ids int[], quantities int[], salts text[], at timestamptz)
RETURNS TABLE (place int, outcome text, entry int, most int, ballot int, entered_at timestamptz)
LANGUAGE plpgsql
-- As in book_places.
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  request record;
  earlier int;
  entry_ids int[] := '{}';
  entry_ballots int[] := '{}';
  entry_events int[] := '{}';
  entry_users int[] := '{}';
  entry_seats int[] := '{}';
  entry_salts text[] := '{}';
  entered int[] := '{}';
BEGIN
  -- In the order of ids, so that two instances wait for each other and never deadlock.
  PERFORM 1 FROM ballots b WHERE b.event_id = ANY (event_ids) ORDER BY b.id FOR NO KEY UPDATE;

  -- A separate statement: it sees what others have committed while we waited for the locks.
  FOR request IN
    SELECT r.place, r.user_id, r.quantity, r.salt, coalesce(e.status = 'draft' OR e.hidden_at IS NOT NULL, true) AS is_hidden,
      e.status, e.link_key IS NOT NULL AND e.id::text IS DISTINCT FROM current_setting('hooley.seen_event', true) AS is_unlisted,
      e.end_time <= at AS is_over, e.ballot, b.id AS ballot_id, b.event_id, b.opens_at > at AS is_early,
      b.closes_at <= at OR b.closed_at IS NOT NULL AS is_late, least(b.most_seats, e.max_per_person) AS most,
      u.email_confirmed_at IS NULL AS is_unconfirmed, known.id AS known_id, known.seats AS known_seats, known.salt AS known_salt, known.created_at
    FROM unnest(user_ids, event_ids, quantities, salts) WITH ORDINALITY AS r (user_id, event_id, quantity, salt, place)
    LEFT JOIN events e ON e.id = r.event_id
    LEFT JOIN ballots b ON b.event_id = e.id
    LEFT JOIN users u ON u.id = r.user_id
    LEFT JOIN LATERAL (
      SELECT n.id, n.seats, n.salt, n.created_at FROM ballot_entries n WHERE n.ballot_id = b.id AND n.user_id = r.user_id LIMIT 1
    ) known ON true
    ORDER BY b.id, r.place
  LOOP
    place := request.place;
    entry := NULL;
    ballot := request.ballot_id;
    entered_at := at;
    most := request.most;
    outcome := CASE
      WHEN request.is_hidden THEN 'event_not_found'
      WHEN request.is_unlisted THEN 'unlisted'
      WHEN request.status <> 'published' THEN 'event_' || request.status
      WHEN request.is_over THEN 'event_ended'
      WHEN request.ballot_id IS NULL THEN 'ballot_not_found'
      WHEN request.ballot <> 'running' OR request.is_late THEN 'ballot_closed'
      WHEN request.is_early THEN 'ballot_not_open'
      WHEN request.is_unconfirmed THEN 'address_unconfirmed'
      WHEN request.quantity > request.most THEN 'ballot_most_seats'
      END;
    IF outcome IS NULL THEN
      earlier := NULL;
      -- Of the same person, in the same batch.
      IF request.user_id = ANY (entry_users) THEN
        SELECT n INTO earlier FROM generate_subscripts(entry_ids, 1) AS n
          WHERE entry_users[n] = request.user_id AND entry_ballots[n] = request.ballot_id;
      END IF;
      IF earlier IS NOT NULL THEN
        entry := entry_ids[earlier];
        entered_at := coalesce(request.created_at, at);
        outcome := CASE WHEN entry_seats[earlier] = request.quantity AND entry_salts[earlier] = request.salt
          THEN 'repeated' ELSE 'changed' END;
        entry_seats[earlier] := request.quantity;
        entry_salts[earlier] := request.salt;
      ELSIF request.known_seats = request.quantity AND request.known_salt = request.salt THEN
        entry := request.known_id;
        entered_at := request.created_at;
        outcome := 'repeated';
      ELSE
        entry := coalesce(request.known_id, nextval('ballot_entries_id_seq')::int);
        entered_at := coalesce(request.created_at, at);
        outcome := CASE WHEN request.known_id IS NULL THEN 'entered' ELSE 'changed' END;
        IF request.known_id IS NULL THEN
          entered := entered || request.ballot_id;
        END IF;
        entry_ids := entry_ids || entry;
        entry_ballots := entry_ballots || request.ballot_id;
        entry_events := entry_events || request.event_id;
        entry_users := entry_users || request.user_id;
        entry_seats := entry_seats || request.quantity;
        entry_salts := entry_salts || request.salt;
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF entry_ids = '{}' THEN
    RETURN;
  END IF;
  -- The leaf is that of contract/ballot.ts; a test compares them.
  INSERT INTO ballot_entries AS n (id, ballot_id, user_id, seats, salt, leaf, created_at) OVERRIDING SYSTEM VALUE
    SELECT made.id, made.ballot_id, made.user_id, made.seats, made.salt, encode(sha256(convert_to(concat_ws(
      E'\n', 'hooley-ballot-1', made.event_id, made.id, made.seats, made.salt), 'UTF8')), 'hex'), at
    FROM unnest(entry_ids, entry_ballots, entry_events, entry_users, entry_seats, entry_salts) AS made (id, ballot_id, event_id, user_id, seats, salt)
    ON CONFLICT (id) DO UPDATE SET seats = excluded.seats, salt = excluded.salt, leaf = excluded.leaf;
  UPDATE ballots b SET entries = b.entries + more.entries
    FROM (SELECT made.id, count(*)::int AS entries FROM unnest(entered) AS made (id) GROUP BY made.id) AS more WHERE b.id = more.id;
  INSERT INTO mails (kind, user_id, payload, dedupe_key)
    SELECT 'ballot-entered', made.user_id, jsonb_build_object('eventId', made.event_id, 'ballotEntryId', made.id), made.id::text
    FROM unnest(entry_users, entry_ids, entry_events) AS made (user_id, id, event_id)
    ON CONFLICT (kind, dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING;
END
$$;
