-- version 1
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
  known record;
  entered int[] := '{}';
  mail_users int[] := '{}';
  mail_entries int[] := '{}';
  mail_events int[] := '{}';
BEGIN
  -- In the order of ids, so that two instances wait for each other and never deadlock.
  PERFORM 1 FROM ballots b WHERE b.event_id = ANY (event_ids) ORDER BY b.id FOR NO KEY UPDATE;

  -- A separate statement: it sees what others have committed while we waited for the locks.
  FOR request IN
    SELECT r.place, r.user_id, r.quantity, r.salt, coalesce(e.status = 'draft' OR e.hidden_at IS NOT NULL, true) AS is_hidden,
      e.status, e.link_key IS NOT NULL AND e.id::text IS DISTINCT FROM current_setting('hooley.seen_event', true) AS is_unlisted,
      e.end_time <= at AS is_over, e.ballot, b.id AS ballot_id, b.event_id, b.opens_at > at AS is_early,
      b.closes_at <= at OR b.closed_at IS NOT NULL AS is_late, least(b.most_seats, e.max_per_person) AS most,
      u.email_confirmed_at IS NULL AS is_unconfirmed
    FROM unnest(user_ids, event_ids, quantities, salts) WITH ORDINALITY AS r (user_id, event_id, quantity, salt, place)
    LEFT JOIN events e ON e.id = r.event_id
    LEFT JOIN ballots b ON b.event_id = e.id
    LEFT JOIN users u ON u.id = r.user_id
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
      SELECT n.id, n.seats, n.salt, n.created_at INTO known FROM ballot_entries n
        WHERE n.ballot_id = request.ballot_id AND n.user_id = request.user_id;
      entered_at := coalesce(known.created_at, at);
      entry := coalesce(known.id, nextval('ballot_entries_id_seq')::int);
      outcome := CASE WHEN known.id IS NULL THEN 'entered'
        WHEN known.seats = request.quantity AND known.salt = request.salt THEN 'repeated' ELSE 'changed' END;
      IF outcome <> 'repeated' THEN
        -- The leaf is that of contract/ballot.ts; a test compares them.
        INSERT INTO ballot_entries AS n (id, ballot_id, user_id, seats, salt, leaf, created_at) OVERRIDING SYSTEM VALUE
          VALUES (entry, request.ballot_id, request.user_id, request.quantity, request.salt, encode(sha256(convert_to(concat_ws(
            E'\n', 'hooley-ballot-1', request.event_id, entry, request.quantity, request.salt), 'UTF8')), 'hex'), at)
          ON CONFLICT (id) DO UPDATE SET seats = excluded.seats, salt = excluded.salt, leaf = excluded.leaf;
        mail_users := mail_users || request.user_id;
        mail_entries := mail_entries || entry;
        mail_events := mail_events || request.event_id;
      END IF;
      IF outcome = 'entered' THEN
        entered := entered || request.ballot_id;
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF mail_entries = '{}' THEN
    RETURN;
  END IF;
  UPDATE ballots b SET entries = b.entries + more.entries
    FROM (SELECT made.id, count(*)::int AS entries FROM unnest(entered) AS made (id) GROUP BY made.id) AS more WHERE b.id = more.id;
  INSERT INTO mails (kind, user_id, payload, dedupe_key)
    SELECT DISTINCT ON (made.entry_id) 'ballot-entered', made.user_id, jsonb_build_object('eventId', made.event_id, 'ballotEntryId', made.entry_id), made.entry_id::text
    FROM unnest(mail_users, mail_entries, mail_events) AS made (user_id, entry_id, event_id)
    ON CONFLICT (kind, dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING;
END
$$;
