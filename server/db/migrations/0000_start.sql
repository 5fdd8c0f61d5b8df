CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- unaccent() is only stable, because its dictionary could change; naming the dictionary makes it safe to index.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(unaccent('unaccent'::regdictionary, value));
--> statement-breakpoint
CREATE TABLE "events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"creator_id" integer NOT NULL,
	"title" text NOT NULL,
	"title_folded" text GENERATED ALWAYS AS (fold(title)) STORED,
	"description" text NOT NULL,
	"venue" text NOT NULL,
	"image_url" text,
	"image_widths" integer[] DEFAULT '{}' NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"is_draft" boolean DEFAULT true NOT NULL,
	"is_virtual" boolean DEFAULT false NOT NULL,
	"is_free_of_charge" boolean DEFAULT true NOT NULL,
	"selling_price" numeric(10, 2) DEFAULT 0 NOT NULL,
	"anchor_price" numeric(10, 2) DEFAULT 0 NOT NULL,
	"capacity" integer NOT NULL,
	"tickets_sold" integer DEFAULT 0 NOT NULL,
	"artist_description" text,
	"organizer_description" text,
	"version" integer DEFAULT 1 NOT NULL,
	"creation_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_never_oversold" CHECK ("events"."tickets_sold" between 0 and "events"."capacity"),
	CONSTRAINT "events_capacity" CHECK ("events"."capacity" >= 1),
	CONSTRAINT "events_end_after_start" CHECK ("events"."end_time" > "events"."start_time"),
	CONSTRAINT "events_prices" CHECK ("events"."selling_price" >= 0 and "events"."anchor_price" >= 0),
	CONSTRAINT "events_draft_unbooked" CHECK (not "events"."is_draft" or "events"."tickets_sold" = 0),
	CONSTRAINT "events_location_whole" CHECK (("events"."latitude" is null) = ("events"."longitude" is null))
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"user_id" integer NOT NULL,
	"ticket_id" integer,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mails_ticketId_unique" UNIQUE("ticket_id"),
	CONSTRAINT "mails_status" CHECK ("mails"."status" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "password_resets_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"number_of_tickets" integer NOT NULL,
	"code" text DEFAULT encode(uuid_send(gen_random_uuid()), 'hex') NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tickets_code_unique" UNIQUE("code"),
	CONSTRAINT "tickets_quantity" CHECK ("tickets"."number_of_tickets" between 1 and 4)
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"content_type" text NOT NULL,
	"stored_at" timestamp with time zone,
	"widths" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password_hash" text,
	"google_subject" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"profile_picture_url" text DEFAULT '' NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"zip_code" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"located_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_googleSubject_unique" UNIQUE("google_subject"),
	CONSTRAINT "users_email_filled" CHECK (length("users"."email") between 3 and 254),
	CONSTRAINT "users_location_whole" CHECK (("users"."latitude" is null) = ("users"."longitude" is null)),
	CONSTRAINT "users_latitude" CHECK ("users"."latitude" between -90 and 90),
	CONSTRAINT "users_longitude" CHECK ("users"."longitude" between -180 and 180)
);
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "events_creation_key" ON "events" USING btree ("creator_id","creation_key");--> statement-breakpoint
CREATE INDEX "events_creator" ON "events" USING btree ("creator_id","start_time","id");--> statement-breakpoint
CREATE INDEX "events_published_start" ON "events" USING btree ("start_time","id") WHERE not is_draft;--> statement-breakpoint
CREATE INDEX "events_published_span" ON "events" USING gist (tstzrange("start_time", "end_time")) WHERE not is_draft;--> statement-breakpoint
CREATE INDEX "events_title_trigrams" ON "events" USING gin ("title_folded" gin_trgm_ops) WHERE not is_draft;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("next_attempt_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_user_recent" ON "mails" USING btree ("user_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_idempotency" ON "tickets" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "tickets_user" ON "tickets" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "tickets_event" ON "tickets" USING btree ("event_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));