DROP INDEX "events_listed_start";--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "link_key" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "admission" text DEFAULT 'book' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "booking_url" text;--> statement-breakpoint
CREATE INDEX "events_listed_start" ON "events" USING btree ("start_time","id") WHERE "events"."status" = 'published' and "events"."hidden_at" is null and "events"."review" is null and "events"."link_key" is null;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_link_key" CHECK (length("events"."link_key") = 22);--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_admission" CHECK ("events"."admission" in ('book', 'just-come', 'elsewhere'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_booking_url" CHECK (("events"."admission" = 'elsewhere') = ("events"."booking_url" is not null));