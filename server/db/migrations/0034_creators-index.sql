-- no transaction
-- What is new, for those who follow; and what was called off, for feeds. Bookings write none of these columns.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_public_published" ON "events" USING btree ("published_at") WHERE "events"."status" = 'published' and "events"."hidden_at" is null and published_at is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_called_off" ON "events" USING btree ("start_time","id") WHERE "events"."status" in ('cancelled', 'postponed') and "events"."hidden_at" is null;
