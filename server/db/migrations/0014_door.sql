-- Expands only. The version before books, lists and mails tickets that have a user, as all of its own have.
CREATE TABLE "door_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "door_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"name" text NOT NULL,
	"may_add" boolean NOT NULL,
	"created_by" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	"admitted" integer DEFAULT 0 NOT NULL,
	"over_limit" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "door_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "door_scans" (
	"link_id" integer NOT NULL,
	"id" text NOT NULL,
	"event_id" integer NOT NULL,
	"ticket_id" integer,
	"kind" text NOT NULL,
	"code_hash" "bytea",
	"name" text,
	"seats" integer NOT NULL,
	"seen" integer,
	"undoes" text,
	"reason" text,
	"said_over" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"corrected_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"verdict" text NOT NULL,
	"admitted" integer NOT NULL,
	"total" integer NOT NULL,
	"places" integer NOT NULL,
	"first_at" timestamp with time zone,
	"first_door" text,
	"over" integer DEFAULT 0 NOT NULL,
	"counts" integer DEFAULT 0 NOT NULL,
	"is_undone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "door_scans_link_id_id_pk" PRIMARY KEY("link_id","id"),
	CONSTRAINT "door_scans_kind" CHECK ("door_scans"."kind" in ('admit', 'undo', 'walk-in')),
	CONSTRAINT "door_scans_seats" CHECK ("door_scans"."seats" between 1 and 4)
);
--> statement-breakpoint
ALTER TABLE "tickets" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "guest_name" text;--> statement-breakpoint
-- The default is the same for all old rows, so it is a mere note in the catalogue.
ALTER TABLE "tickets" ADD COLUMN "changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "door_links" ADD CONSTRAINT "door_links_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_links" ADD CONSTRAINT "door_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_link_id_door_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."door_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "door_links_event" ON "door_links" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "door_scans_ticket" ON "door_scans" USING btree ("ticket_id","corrected_at");--> statement-breakpoint
CREATE INDEX "door_scans_conflicts" ON "door_scans" USING btree ("event_id","corrected_at") WHERE kind = 'admit' and ticket_id is not null and counts < seats and not is_undone;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_somebody" CHECK ("tickets"."user_id" is not null or "tickets"."guest_name" is not null) NOT VALID;
--> statement-breakpoint
-- An insert has the column's default: a booking pays for no trigger.
CREATE FUNCTION note_ticket_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tickets_note_change BEFORE UPDATE ON tickets
FOR EACH ROW EXECUTE FUNCTION note_ticket_change();
