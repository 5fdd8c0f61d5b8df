CREATE TABLE "booking_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "booking_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"number_of_tickets" integer NOT NULL,
	"text" text,
	"ended_at" timestamp with time zone,
	"ending" text,
	"reason" text,
	"ticket_id" integer,
	"entry_id" integer,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_requests_seats" CHECK ("booking_requests"."number_of_tickets" between 1 and 4),
	CONSTRAINT "booking_requests_ended" CHECK (("booking_requests"."ended_at" is null) = ("booking_requests"."ending" is null)),
	CONSTRAINT "booking_requests_accepted" CHECK (coalesce("booking_requests"."ending" = 'accepted', false) = (num_nonnulls("booking_requests"."ticket_id", "booking_requests"."entry_id") = 1))
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_requests" ADD CONSTRAINT "booking_requests_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_requests" ADD CONSTRAINT "booking_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_requests" ADD CONSTRAINT "booking_requests_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_requests" ADD CONSTRAINT "booking_requests_entry_id_waiting_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waiting_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "booking_requests_open" ON "booking_requests" USING btree ("event_id","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "booking_requests_idempotency" ON "booking_requests" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "booking_requests_undecided" ON "booking_requests" USING btree ("event_id","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "booking_requests_event" ON "booking_requests" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "booking_requests_user" ON "booking_requests" USING btree ("user_id","event_id","id");--> statement-breakpoint
CREATE INDEX "booking_requests_ticket" ON "booking_requests" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "booking_requests_entry" ON "booking_requests" USING btree ("entry_id");