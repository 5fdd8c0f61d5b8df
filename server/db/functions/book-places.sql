-- version 7
-- The rule of booking as one statement: locks the events, gives out seats first come, first served, writes tickets and
-- mail rows, and answers each request with its own outcome. It is called for one booking or for many at once.
-- Three outcomes are for server/modules/tickets/commands.ts alone: `unlisted`, whether this person may see the event is
-- decided there, unless this transaction has set hooley.seen_event to the event's id; `unsettled`, something in the event's ledger is due and
-- comes first; `waiting`, this person is on the waiting list, and an offer is used before seats that are for everybody.
-- Applied at start whenever this file has changed: raise the version above with every change. Arguments and columns of
-- the answer cannot be changed here; that is a new function beside this one.
-- The lock stays, also for a key that was used before: it gives this transaction an id, so that with synchronous
-- replication even the answer "repeated" waits for the standby, and never confirms what only a dying leader has.
-- `sources` are JSON texts: where each booking came from.
CREATE OR REPLACE FUNCTION book_places(user_ids int[], event_ids int[], quantities int[], keys text[], sources text[], at timestamptz)
RETURNS TABLE (place int, outcome text, ticket int, booked_at timestamptz, seats_left int, quantity int, most int)
LANGUAGE plpgsql
-- A plan made while the tables were small must not walk through them once they are large.
SET enable_seqscan = off
-- The plan is the same for every array, and planning again took a third of the time of a booking.
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  request record;
  current_event int;
  seats int;
  taken int;
  held_events int[] := '{}';
  sold_events int[] := '{}';
  sold_seats int[] := '{}';
  ticket_ids int[] := '{}';
  ticket_users int[] := '{}';
  ticket_events int[] := '{}';
  ticket_seats int[] := '{}';
  ticket_keys text[] := '{}';
  ticket_sources text[] := '{}';
  full_events int[] := '{}';
  already int;
BEGIN
  -- In the order of ids, so that two instances wait for each other and never deadlock.
  PERFORM 1 FROM events e WHERE e.id = ANY (event_ids) ORDER BY e.id FOR NO KEY UPDATE;

  -- A separate statement: it sees what others have committed while we waited for the locks.
  FOR request IN
    SELECT r.place, r.user_id, r.event_id, r.quantity, r.key, r.source, coalesce(e.status = 'draft' OR e.hidden_at IS NOT NULL, true) AS is_hidden,
      e.status, e.link_key IS NOT NULL AND e.id::text IS DISTINCT FROM current_setting('hooley.seen_event', true) AS is_unlisted, e.admission, e.approval, e.ballot, e.pay_by <> '{}' AS is_paid, e.end_time <= at AS is_over, e.booking_closes_at <= at AS is_closed, e.max_per_person,
      e.sold_out_told_at IS NULL AS is_news, e.capacity - e.tickets_sold - e.held AS seats,
      e.held > 0 AS is_held, e.settle_at <= at AS is_due, waiting.is_waiting,
      first.id AS first_id, first.event_id AS first_event, first.first_quantity, first.number_of_tickets AS present_quantity, first.created_at
    FROM unnest(user_ids, event_ids, quantities, keys, sources) WITH ORDINALITY AS r (user_id, event_id, quantity, key, source, place)
    LEFT JOIN events e ON e.id = r.event_id
    LEFT JOIN LATERAL (
      SELECT t.id, t.event_id, t.number_of_tickets, coalesce(t.first_quantity, t.number_of_tickets) AS first_quantity, t.created_at
      FROM tickets t WHERE t.user_id = r.user_id AND t.idempotency_key = r.key LIMIT 1
    ) first ON true
    -- Only events with a waiting list have something due.
    LEFT JOIN LATERAL (
      SELECT true AS is_waiting FROM waiting_entries w
      WHERE e.settle_at IS NOT NULL AND w.event_id = e.id AND w.user_id = r.user_id AND w.ended_at IS NULL LIMIT 1
    ) waiting ON true
    ORDER BY r.event_id, r.place
  LOOP
    IF current_event IS DISTINCT FROM request.event_id THEN
      IF taken > 0 THEN
        sold_events := sold_events || current_event;
        sold_seats := sold_seats || taken;
      END IF;
      current_event := request.event_id;
      seats := request.seats;
      taken := 0;
    END IF;

    place := request.place;
    ticket := request.first_id;
    booked_at := request.created_at;
    quantity := coalesce(request.present_quantity, request.quantity);
    most := request.max_per_person;
    already := 0;
    IF most IS NOT NULL THEN
      -- "+ 0": found by the person, who has few tickets, and never by the event, which has many.
      SELECT coalesce(sum(t.number_of_tickets), 0) INTO already FROM tickets t
        WHERE t.user_id = request.user_id AND t.event_id + 0 = request.event_id;
      -- Of the same person, in the same batch.
      IF request.user_id = ANY (ticket_users) THEN
        SELECT already + coalesce(sum(made.seats), 0) INTO already
          FROM unnest(ticket_users, ticket_events, ticket_seats) AS made (user_id, event_id, seats)
          WHERE made.user_id = request.user_id AND made.event_id = request.event_id;
      END IF;
    END IF;
    IF request.first_id IS NOT NULL THEN
      outcome := CASE WHEN request.first_event = request.event_id AND request.first_quantity = request.quantity
        THEN 'repeated' ELSE 'idempotency_key_reused' END;
    ELSIF request.is_hidden THEN
      outcome := 'event_not_found';
    ELSIF request.is_unlisted THEN
      outcome := 'unlisted';
    ELSIF request.status <> 'published' THEN
      outcome := 'event_' || request.status;
    ELSIF request.is_over THEN
      outcome := 'event_ended';
    ELSIF request.admission <> 'book' THEN
      outcome := CASE request.admission WHEN 'just-come' THEN 'no_booking_needed' ELSE 'booking_elsewhere' END;
    ELSIF request.is_closed THEN
      outcome := 'booking_closed';
    ELSIF request.is_paid THEN
      outcome := 'pay_first';
    ELSIF request.approval THEN
      outcome := 'ask_for_a_place';
    ELSIF request.ballot = 'running' THEN
      outcome := 'enter_the_ballot';
    ELSIF request.is_due THEN
      outcome := 'unsettled';
    ELSIF request.is_waiting THEN
      outcome := 'waiting';
    ELSIF seats = 0 THEN
      outcome := 'sold_out';
    ELSIF already + request.quantity > most THEN
      outcome := 'per_person_limit';
    ELSIF seats < request.quantity THEN
      outcome := 'too_few_left';
    ELSE
      outcome := 'booked';
      seats := seats - request.quantity;
      taken := taken + request.quantity;
      IF request.is_held THEN
        held_events := held_events || request.event_id;
      END IF;
      ticket := nextval('tickets_id_seq');
      booked_at := now();
      ticket_ids := ticket_ids || ticket;
      ticket_users := ticket_users || request.user_id;
      ticket_events := ticket_events || request.event_id;
      ticket_seats := ticket_seats || request.quantity;
      ticket_keys := ticket_keys || request.key;
      ticket_sources := ticket_sources || request.source;
      IF seats = 0 AND request.is_news THEN
        full_events := full_events || request.event_id;
      END IF;
    END IF;
    seats_left := seats;
    RETURN NEXT;
  END LOOP;

  IF taken > 0 THEN
    sold_events := sold_events || current_event;
    sold_seats := sold_seats || taken;
  END IF;
  IF ticket_ids = '{}' THEN
    RETURN;
  END IF;
  UPDATE events e SET tickets_sold = e.tickets_sold + sold.seats
    FROM unnest(sold_events, sold_seats) AS sold (id, seats) WHERE e.id = sold.id;
  -- While seats are held, what those who wait could take depends on the seats that are for everybody.
  IF held_events <> '{}' THEN
    UPDATE events e SET settle_at = at WHERE e.id = ANY (held_events);
    PERFORM add_job('settle-event', jsonb_build_object('eventId', e.id), 10, now(), e.id::text)
      FROM events e WHERE e.id = ANY (held_events);
  END IF;
  IF full_events <> '{}' THEN
    PERFORM add_job('tell-sold-out', jsonb_build_object('eventId', sold_out.id), 20, now(), sold_out.id::text) FROM unnest(full_events) AS sold_out (id);
  END IF;
  INSERT INTO tickets (id, event_id, user_id, number_of_tickets, idempotency_key, came_from) OVERRIDING SYSTEM VALUE
    SELECT made.id, made.event_id, made.user_id, made.seats, made.key, made.source::jsonb
    FROM unnest(ticket_ids, ticket_events, ticket_users, ticket_seats, ticket_keys, ticket_sources) AS made (id, event_id, user_id, seats, key, source);
  INSERT INTO mails (kind, user_id, ticket_id)
    SELECT 'booking', made.* FROM unnest(ticket_users, ticket_ids) AS made;
END
$$;
