-- no transaction
-- On a table that is in use: nobody waits while these are built.
ALTER TABLE "events" VALIDATE CONSTRAINT "events_series_id_event_series_id_fk";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "events_series_day" ON "events" USING btree ("series_id","series_day") WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_public_series" ON "events" USING btree ("series_id","start_time","id","end_time") WHERE "events"."status" = 'published' and "events"."hidden_at" is null and series_id is not null;
