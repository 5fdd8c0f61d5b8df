-- no transaction
-- What was booked and given back lately, of all events and of one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_created" ON "tickets" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ticket_returns_event" ON "ticket_returns" USING btree ("event_id","returned_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "ticket_returns_returned" ON "ticket_returns" USING brin ("returned_at");--> statement-breakpoint
ALTER TABLE "events" VALIDATE CONSTRAINT "events_max_per_person";
