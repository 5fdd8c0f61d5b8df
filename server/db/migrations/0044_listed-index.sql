-- no transaction
-- What a walk along the order of starts asks of an event, and of its title, without reading either.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_listed_start" ON "events" USING btree ("start_time","id") WHERE "events"."status" = 'published' and "events"."hidden_at" is null and "events"."review" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "event_search_titles" ON "event_search" USING btree ("event_id") INCLUDE ("title");
