ALTER TABLE "reminder_rounds" DROP CONSTRAINT "reminder_rounds_which";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_which";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "confirm" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD COLUMN "last_places_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD COLUMN "last_places_times" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reminder_rounds" ADD CONSTRAINT "reminder_rounds_which" CHECK ("reminder_rounds"."which" in ('early', 'confirm', 'late'));--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_which" CHECK ("reminders"."which" in ('early', 'confirm', 'late'));
--> statement-breakpoint
DROP TRIGGER events_webhooks_changed ON events;--> statement-breakpoint
-- Only where one of these is written: a booking does not pay for it.
CREATE TRIGGER events_webhooks_changed AFTER UPDATE OF status, title, description, venue, start_time, end_time, time_zone,
  capacity, is_virtual, admission, booking_url, booking_closes_at, max_per_person, approval, confirm ON events FOR EACH ROW
WHEN (NEW.status <> 'draft' AND (OLD.status, OLD.title, OLD.description, OLD.venue, OLD.start_time, OLD.end_time, OLD.time_zone,
    OLD.capacity, OLD.is_virtual, OLD.admission, OLD.booking_url, OLD.booking_closes_at, OLD.max_per_person, OLD.approval, OLD.confirm)
  IS DISTINCT FROM (NEW.status, NEW.title, NEW.description, NEW.venue, NEW.start_time, NEW.end_time, NEW.time_zone,
    NEW.capacity, NEW.is_virtual, NEW.admission, NEW.booking_url, NEW.booking_closes_at, NEW.max_per_person, NEW.approval, NEW.confirm))
EXECUTE FUNCTION webhooks_of_row();
