-- Expands only.
CREATE TABLE "digests" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "turnout_forecasts" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"seats" integer NOT NULL,
	"low" integer NOT NULL,
	"high" integer NOT NULL,
	CONSTRAINT "turnout_forecasts_range" CHECK (0 <= "turnout_forecasts"."low" and "turnout_forecasts"."low" <= "turnout_forecasts"."high" and "turnout_forecasts"."high" <= "turnout_forecasts"."seats")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "max_per_person" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "booking_closes_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "sold_out_told_at" timestamp with time zone;--> statement-breakpoint
-- Validated in the next one, which holds nobody up while it looks.
ALTER TABLE "events" ADD CONSTRAINT "events_max_per_person" CHECK ("events"."max_per_person" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "came_from" jsonb;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnout_forecasts" ADD CONSTRAINT "turnout_forecasts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;
