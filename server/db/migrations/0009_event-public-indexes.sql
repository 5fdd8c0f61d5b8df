-- no transaction
-- What is public, by its new words, beside the indexes of the version before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_public_start" ON "events" USING btree ("start_time","id") WHERE "events"."status" = 'published' and "events"."hidden_at" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_public_span" ON "events" USING gist (tstzrange("start_time", "end_time")) WHERE "events"."status" = 'published' and "events"."hidden_at" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_public_title_trigrams" ON "events" USING gin ("title_folded" gin_trgm_ops) WHERE "events"."status" = 'published' and "events"."hidden_at" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_drafts" ON "events" USING btree ("creator_id","start_time","id") WHERE status = 'draft';
--> statement-breakpoint
ALTER TABLE "events" VALIDATE CONSTRAINT "events_seats_held";
--> statement-breakpoint
ALTER TABLE "events" VALIDATE CONSTRAINT "events_status";
