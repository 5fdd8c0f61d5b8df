-- Expands only. The towns of events that are there already are found by the job place-events, a few at a time.
ALTER TABLE "events" ADD COLUMN "town" text;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "categories" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
-- Not checked for old rows here, which would hold the lock: that comes with the index.
ALTER TABLE "events" ADD CONSTRAINT "events_categories" CHECK (cardinality("events"."categories") <= 3) NOT VALID;
