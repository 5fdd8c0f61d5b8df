CREATE TABLE "favourites" (
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"few_told_at" timestamp with time zone,
	CONSTRAINT "favourites_user_id_event_id_pk" PRIMARY KEY("user_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "favourites_event" ON "favourites" USING btree ("event_id","user_id");
--> statement-breakpoint
CREATE INDEX "favourites_untold" ON "favourites" USING btree ("event_id","user_id") WHERE few_told_at is null;
--> statement-breakpoint
-- Whoever saved an event is told when few places are left (server/modules/favourites/few-left.ts, whose policy.ts says the same of few).
CREATE FUNCTION few_places_left() RETURNS trigger LANGUAGE plpgsql
-- A plan made while the table was small must not walk through it once it is large.
SET enable_seqscan = off
AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM favourites f WHERE f.event_id = NEW.id AND f.few_told_at IS NULL) THEN
    PERFORM add_job('tell-few-left', jsonb_build_object('eventId', NEW.id), 10, now(), NEW.id::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Only when it becomes true: the booking before and the one after do not pay for it.
CREATE TRIGGER events_few_left AFTER UPDATE ON events FOR EACH ROW
WHEN (NEW.capacity - NEW.tickets_sold - NEW.held BETWEEN 1 AND greatest(5, NEW.capacity / 10)
  AND NOT (OLD.capacity - OLD.tickets_sold - OLD.held BETWEEN 1 AND greatest(5, OLD.capacity / 10)))
EXECUTE FUNCTION few_places_left();
