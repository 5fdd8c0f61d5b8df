CREATE TABLE "announcements" (
	"event_id" integer NOT NULL,
	"announced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "announcements_event_id_announced_at_pk" PRIMARY KEY("event_id","announced_at")
);
--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD COLUMN "last_places_times" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_entries_in_line" ON "waiting_entries" USING btree ("event_id","turn") WHERE ended_at is null and resting_since is null;