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
