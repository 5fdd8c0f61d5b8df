-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_unplaced" ON "events" USING btree ("id") WHERE town is null;
--> statement-breakpoint
ALTER TABLE "events" VALIDATE CONSTRAINT "events_categories";
