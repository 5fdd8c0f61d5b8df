ALTER TABLE "events" ADD COLUMN "room_size" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sureness" text DEFAULT '99' NOT NULL;--> statement-breakpoint
CREATE INDEX "events_extra_places" ON "events" USING btree ("start_time","id") WHERE room_size is not null;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_room_size" CHECK ("events"."room_size" >= 1);--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_sureness" CHECK ("events"."sureness" in ('99', '99.9'));