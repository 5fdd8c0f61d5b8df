CREATE TABLE "ballot_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ballot_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ballot_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"seats" integer NOT NULL,
	"salt" text,
	"leaf" text NOT NULL,
	"left_at" timestamp with time zone,
	"position" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ballot_entries_seats" CHECK ("ballot_entries"."seats" between 1 and 4)
);
--> statement-breakpoint
CREATE TABLE "ballots" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ballots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"most_seats" integer NOT NULL,
	"draw_name" text,
	"round" integer,
	"number_at" timestamp with time zone NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	"root" text,
	"number" text,
	"signature" text,
	"drawn_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_because" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ballots_seats" CHECK ("ballots"."most_seats" between 1 and 4),
	CONSTRAINT "ballots_times" CHECK ("ballots"."opens_at" < "ballots"."closes_at" and "ballots"."closes_at" < "ballots"."number_at"),
	CONSTRAINT "ballots_source" CHECK (num_nonnulls("ballots"."draw_name", "ballots"."round") = 1),
	CONSTRAINT "ballots_root" CHECK ("ballots"."root" is null or "ballots"."closed_at" is not null),
	CONSTRAINT "ballots_number" CHECK ("ballots"."number" is null or "ballots"."root" is not null),
	CONSTRAINT "ballots_drawn" CHECK ("ballots"."drawn_at" is null or ("ballots"."number" is not null and "ballots"."cancelled_at" is null)),
	CONSTRAINT "ballots_cancelled" CHECK (("ballots"."cancelled_at" is null) = ("ballots"."cancelled_because" is null))
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "ballot" text;--> statement-breakpoint
ALTER TABLE "ballot_entries" ADD CONSTRAINT "ballot_entries_ballot_id_ballots_id_fk" FOREIGN KEY ("ballot_id") REFERENCES "public"."ballots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballot_entries" ADD CONSTRAINT "ballot_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ballot_entries_person" ON "ballot_entries" USING btree ("ballot_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ballot_entries_leaf" ON "ballot_entries" USING btree ("ballot_id","leaf");--> statement-breakpoint
CREATE INDEX "ballot_entries_position" ON "ballot_entries" USING btree ("ballot_id","position");--> statement-breakpoint
CREATE INDEX "ballot_entries_user" ON "ballot_entries" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ballots_event" ON "ballots" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "ballots_under_way" ON "ballots" USING btree ("closes_at") WHERE drawn_at is null and cancelled_at is null;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_ballot" CHECK ("events"."ballot" in ('running', 'drawn', 'cancelled'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_ballot_alone" CHECK ("events"."ballot" is distinct from 'running' or (not "events"."approval" and "events"."admission" = 'book' and "events"."series_id" is null));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_ballot_room" CHECK ("events"."room_size" is null or "events"."ballot" is null or "events"."ballot" = 'cancelled');