-- Expands only: new tables, and a column of events that starts out empty. The version before knows none of them.
CREATE TABLE "ticket_returns" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_returns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
  "ticket_id" integer NOT NULL,
  "event_id" integer NOT NULL,
  "seats" integer NOT NULL,
  "held" integer DEFAULT 0 NOT NULL,
  "by" text NOT NULL,
  "reason" text,
  "idempotency_key" text,
  "returned_at" timestamp with time zone NOT NULL,
  "undo_until" timestamp with time zone NOT NULL,
  "undone_at" timestamp with time zone,
  "released_at" timestamp with time zone,
  CONSTRAINT "ticket_returns_seats" CHECK ("ticket_returns"."seats" between 1 and 4 and "ticket_returns"."held" between 0 and "ticket_returns"."seats"),
  CONSTRAINT "ticket_returns_once" CHECK ("ticket_returns"."undone_at" is null or "ticket_returns"."released_at" is null)
);
--> statement-breakpoint
CREATE TABLE "offers" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
  "entry_id" integer NOT NULL,
  "event_id" integer NOT NULL,
  "seats" integer NOT NULL,
  "made_at" timestamp with time zone NOT NULL,
  "told_at" timestamp with time zone NOT NULL,
  "expires_at" timestamp with time zone NOT NULL,
  "ended_at" timestamp with time zone,
  "ending" text,
  "ticket_id" integer,
  CONSTRAINT "offers_seats" CHECK ("offers"."seats" between 1 and 4),
  CONSTRAINT "offers_ended" CHECK (("offers"."ended_at" is null) = ("offers"."ending" is null))
);
--> statement-breakpoint
CREATE TABLE "waiting_entries" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
  "event_id" integer NOT NULL,
  "user_id" integer NOT NULL,
  "number_of_tickets" integer NOT NULL,
  "at_least" integer NOT NULL,
  "automatic" boolean DEFAULT false NOT NULL,
  "turn" integer NOT NULL,
  "passed_over" integer DEFAULT 0 NOT NULL,
  "first_passed_at" timestamp with time zone,
  "saved" integer DEFAULT 0 NOT NULL,
  "resting_since" timestamp with time zone,
  "nothing_free_at" timestamp with time zone,
  "last_places_at" timestamp with time zone,
  "ended_at" timestamp with time zone,
  "ending" text,
  "code" text DEFAULT encode(uuid_send(gen_random_uuid()), 'hex') NOT NULL,
  "idempotency_key" text,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT "waiting_entries_code_unique" UNIQUE("code"),
  CONSTRAINT "waiting_entries_wish" CHECK ("waiting_entries"."at_least" between 1 and "waiting_entries"."number_of_tickets" and "waiting_entries"."number_of_tickets" <= 4),
  CONSTRAINT "waiting_entries_saved" CHECK ("waiting_entries"."saved" between 0 and 4),
  CONSTRAINT "waiting_entries_ended" CHECK (("waiting_entries"."ended_at" is null) = ("waiting_entries"."ending" is null))
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "settle_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD CONSTRAINT "ticket_returns_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD CONSTRAINT "ticket_returns_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_entry_id_waiting_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waiting_entries"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_returns_idempotency" ON "ticket_returns" USING btree ("ticket_id","idempotency_key");
--> statement-breakpoint
CREATE INDEX "ticket_returns_ticket" ON "ticket_returns" USING btree ("ticket_id","id");
--> statement-breakpoint
CREATE INDEX "ticket_returns_pending" ON "ticket_returns" USING btree ("event_id") WHERE undone_at is null and released_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "offers_open" ON "offers" USING btree ("entry_id") WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX "offers_open_of_event" ON "offers" USING btree ("event_id") WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX "offers_entry" ON "offers" USING btree ("entry_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entries_open" ON "waiting_entries" USING btree ("event_id","user_id") WHERE ended_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entries_turn" ON "waiting_entries" USING btree ("event_id","turn");
--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entries_idempotency" ON "waiting_entries" USING btree ("user_id","idempotency_key");
--> statement-breakpoint
CREATE INDEX "waiting_entries_user" ON "waiting_entries" USING btree ("user_id","event_id","id");
