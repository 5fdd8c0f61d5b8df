-- no transaction
-- What filters look things up by. Bookings write none of these columns.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_public_zone" ON "events" USING btree ("time_zone") WHERE "events"."status" = 'published' and "events"."hidden_at" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_public_place" ON "events" USING btree ("latitude","longitude","start_time","id") WHERE "events"."status" = 'published' and "events"."hidden_at" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_public_categories" ON "events" USING gin ("categories") WHERE "events"."status" = 'published' and "events"."hidden_at" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_public_online" ON "events" USING btree ("start_time","id") WHERE "events"."status" = 'published' and "events"."hidden_at" is null and is_virtual;
