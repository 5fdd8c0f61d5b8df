-- Expands only: is_draft stays for one release, so that the version before can run beside this one.
-- A constant default for all rows is a mere note in the catalogue; then only drafts are written.
ALTER TABLE "events" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;
--> statement-breakpoint
UPDATE "events" SET "status" = 'draft' WHERE "is_draft";
--> statement-breakpoint
-- A trigger fills it in before it could be missed.
ALTER TABLE "events" ALTER COLUMN "status" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "hidden_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "held" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "creation_hash" text;
--> statement-breakpoint
-- Not yet checked for old rows, which would hold the lock: that comes with the indexes.
ALTER TABLE "events" ADD CONSTRAINT "events_seats_held" CHECK ("events"."held" >= 0 and "events"."tickets_sold" + "events"."held" <= "events"."capacity") NOT VALID;
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_status" CHECK ("events"."status" in ('draft', 'published', 'postponed', 'cancelled')) NOT VALID;
--> statement-breakpoint
-- The version before writes is_draft and knows no status; this one writes status. Whichever was written leads.
CREATE FUNCTION keep_status_in_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status IS NULL OR
    (TG_OP = 'UPDATE' AND NEW.status = OLD.status AND NEW.is_draft <> OLD.is_draft) THEN
    NEW.status := CASE WHEN NEW.is_draft THEN 'draft' ELSE 'published' END;
  ELSE
    NEW.is_draft := NEW.status = 'draft';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_status_in_step_inserted BEFORE INSERT ON events
FOR EACH ROW EXECUTE FUNCTION keep_status_in_step();
--> statement-breakpoint
-- Only where one of the two is written: a booking does not pay for it.
CREATE TRIGGER events_status_in_step_updated BEFORE UPDATE OF is_draft, status ON events
FOR EACH ROW EXECUTE FUNCTION keep_status_in_step();
--> statement-breakpoint
-- As before, but for what is published and not hidden.
CREATE OR REPLACE FUNCTION add_title_words(event_ids int[]) RETURNS void LANGUAGE sql AS $$
  WITH fresh AS MATERIALIZED (
    SELECT words.word, e.end_time, e.id FROM events e CROSS JOIN LATERAL words_of(e.title) AS words (word)
    WHERE e.id = ANY (event_ids) AND e.status = 'published' AND e.hidden_at IS NULL
  ), known AS (
    INSERT INTO title_words (word) SELECT DISTINCT word FROM fresh ORDER BY word ON CONFLICT DO NOTHING
  )
  INSERT INTO event_title_words (word, end_time, event_id) SELECT word, end_time, id FROM fresh ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
DROP TRIGGER events_words_updated ON events;
--> statement-breakpoint
CREATE TRIGGER events_words_updated AFTER UPDATE ON events FOR EACH ROW
WHEN (OLD.title IS DISTINCT FROM NEW.title OR OLD.end_time <> NEW.end_time OR OLD.status <> NEW.status
  OR OLD.hidden_at IS DISTINCT FROM NEW.hidden_at)
EXECUTE FUNCTION keep_words_of_changed_event();
--> statement-breakpoint
-- The rule of booking as before, by the same name and with the same answers, so that instances of the version before
-- obey it too: what is not published, or hidden, is not found, and seats that are held are not for everybody.
CREATE OR REPLACE FUNCTION book_tickets(user_ids int[], event_ids int[], quantities int[], keys text[], at timestamptz)
RETURNS TABLE (place int, outcome text, ticket int, booked_at timestamptz, seats_left int)
LANGUAGE plpgsql
-- A plan made while the tables were small must not walk through them once they are large.
SET enable_seqscan = off
AS $$
DECLARE
  request record;
  current_event int;
  seats int;
  taken int;
  sold_events int[] := '{}';
  sold_seats int[] := '{}';
  ticket_ids int[] := '{}';
  ticket_users int[] := '{}';
  ticket_events int[] := '{}';
  ticket_seats int[] := '{}';
  ticket_keys text[] := '{}';
BEGIN
  -- In the order of ids, so that two instances wait for each other and never in a circle.
  PERFORM 1 FROM events e WHERE e.id = ANY (event_ids) ORDER BY e.id FOR NO KEY UPDATE;

  -- A statement of its own: it sees what others have committed while we waited for the locks.
  FOR request IN
    SELECT r.place, r.user_id, r.event_id, r.quantity, r.key, coalesce(e.status <> 'published' OR e.hidden_at IS NOT NULL, true) AS is_hidden,
      e.end_time <= at AS is_over, e.capacity - e.tickets_sold - e.held AS seats,
      first.id AS first_id, first.event_id AS first_event, first.number_of_tickets AS first_quantity, first.created_at
    FROM unnest(user_ids, event_ids, quantities, keys) WITH ORDINALITY AS r (user_id, event_id, quantity, key, place)
    LEFT JOIN events e ON e.id = r.event_id
    LEFT JOIN LATERAL (
      SELECT t.id, t.event_id, t.number_of_tickets, t.created_at FROM tickets t
      WHERE t.user_id = r.user_id AND t.idempotency_key = r.key LIMIT 1
    ) first ON true
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
    IF request.first_id IS NOT NULL THEN
      outcome := CASE WHEN request.first_event = request.event_id AND request.first_quantity = request.quantity
        THEN 'repeated' ELSE 'idempotency_key_reused' END;
    ELSIF request.is_hidden THEN
      outcome := 'event_not_found';
    ELSIF request.is_over THEN
      outcome := 'event_ended';
    ELSIF seats = 0 THEN
      outcome := 'sold_out';
    ELSIF seats < request.quantity THEN
      outcome := 'too_few_left';
    ELSE
      outcome := 'booked';
      seats := seats - request.quantity;
      taken := taken + request.quantity;
      ticket := nextval('tickets_id_seq');
      booked_at := now();
      ticket_ids := ticket_ids || ticket;
      ticket_users := ticket_users || request.user_id;
      ticket_events := ticket_events || request.event_id;
      ticket_seats := ticket_seats || request.quantity;
      ticket_keys := ticket_keys || request.key;
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
  INSERT INTO tickets (id, event_id, user_id, number_of_tickets, idempotency_key) OVERRIDING SYSTEM VALUE
    SELECT * FROM unnest(ticket_ids, ticket_events, ticket_users, ticket_seats, ticket_keys);
  INSERT INTO mails (kind, user_id, ticket_id)
    SELECT 'booking', made.* FROM unnest(ticket_users, ticket_ids) AS made;
END
$$;
