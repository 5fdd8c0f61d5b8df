-- Where Hooley begins: the tables as drizzle writes them, between the functions and triggers that they need. Functions that
-- change more often are files (server/db/functions).
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
-- unaccent() is only stable, because its dictionary could change; naming the dictionary makes it safe to index.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN lower(unaccent('unaccent'::regdictionary, value));
--> statement-breakpoint
CREATE TABLE "address_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "address_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_changes_userId_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "data_exports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"state" text DEFAULT 'preparing' NOT NULL,
	"key" text,
	"idempotency_key" text,
	"bytes" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "data_exports_state" CHECK ("data_exports"."state" in ('preparing', 'ready', 'failed'))
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proved_at" timestamp with time zone,
	"strong_proof_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"device" text,
	"town" text
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
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
	"place_id" integer,
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
	"conflict" text,
	CONSTRAINT "door_scans_link_id_id_pk" PRIMARY KEY("link_id","id"),
	CONSTRAINT "door_scans_kind" CHECK ("door_scans"."kind" in ('admit', 'undo', 'walk-in')),
	CONSTRAINT "door_scans_seats" CHECK ("door_scans"."seats" between 1 and 4)
);
--> statement-breakpoint
CREATE TABLE "event_search" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"title" "tsvector" NOT NULL,
	"front" "tsvector" NOT NULL,
	"whole" "tsvector" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"spellings" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"event_id" integer NOT NULL,
	"announced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "announcements_event_id_announced_at_pk" PRIMARY KEY("event_id","announced_at")
);
--> statement-breakpoint
CREATE TABLE "deleted_events" (
	"id" integer PRIMARY KEY NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_changes" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"before" jsonb NOT NULL,
	"note" text,
	"first_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"creator_id" integer NOT NULL,
	"manager_ids" integer[] DEFAULT '{}' NOT NULL,
	"title" text NOT NULL,
	"title_folded" text GENERATED ALWAYS AS (fold(title)) STORED,
	"description" text NOT NULL,
	"venue" text NOT NULL,
	"image_url" text,
	"image_widths" integer[] DEFAULT '{}' NOT NULL,
	"image_tint" text,
	"poster_seed" text,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"previous_start_time" timestamp with time zone,
	"time_zone" text NOT NULL,
	"town" text,
	"latitude" double precision,
	"longitude" double precision,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"status" text NOT NULL,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	"hidden_with" text,
	"review" text,
	"review_reasons" text[] DEFAULT '{}' NOT NULL,
	"review_since" timestamp with time zone,
	"published_at" timestamp with time zone,
	"is_virtual" boolean DEFAULT false NOT NULL,
	"is_free_of_charge" boolean DEFAULT true NOT NULL,
	"selling_price" numeric(10, 2) DEFAULT 0 NOT NULL,
	"anchor_price" numeric(10, 2) DEFAULT 0 NOT NULL,
	"capacity" integer NOT NULL,
	"tickets_sold" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"max_per_person" integer,
	"booking_closes_at" timestamp with time zone,
	"sold_out_told_at" timestamp with time zone,
	"settle_at" timestamp with time zone,
	"artist_description" text,
	"organizer_description" text,
	"version" integer DEFAULT 1 NOT NULL,
	"creation_key" text,
	"creation_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_never_oversold" CHECK ("events"."tickets_sold" between 0 and "events"."capacity"),
	CONSTRAINT "events_seats_held" CHECK ("events"."held" >= 0 and "events"."tickets_sold" + "events"."held" <= "events"."capacity"),
	CONSTRAINT "events_status" CHECK ("events"."status" in ('draft', 'published', 'postponed', 'cancelled')),
	CONSTRAINT "events_hidden_reason" CHECK ("events"."hidden_reason" in ('rules', 'legal')),
	CONSTRAINT "events_hidden_with" CHECK ("events"."hidden_with" in ('account', 'suspension')),
	CONSTRAINT "events_review" CHECK ("events"."review" in ('waiting')),
	CONSTRAINT "events_capacity" CHECK ("events"."capacity" >= 1),
	CONSTRAINT "events_max_per_person" CHECK ("events"."max_per_person" >= 1),
	CONSTRAINT "events_end_after_start" CHECK ("events"."end_time" > "events"."start_time"),
	CONSTRAINT "events_prices" CHECK ("events"."selling_price" >= 0 and "events"."anchor_price" >= 0),
	CONSTRAINT "events_location_whole" CHECK (("events"."latitude" is null) = ("events"."longitude" is null)),
	CONSTRAINT "events_categories" CHECK (cardinality("events"."categories") <= 3)
);
--> statement-breakpoint
CREATE TABLE "favourites" (
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"few_told_at" timestamp with time zone,
	CONSTRAINT "favourites_user_id_event_id_pk" PRIMARY KEY("user_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "featured_events" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"place" integer NOT NULL,
	"chosen_by" integer,
	"chosen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follow_digests" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"user_id" integer NOT NULL,
	"creator_id" integer NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_user_id_creator_id_pk" PRIMARY KEY("user_id","creator_id"),
	CONSTRAINT "follows_others" CHECK ("follows"."user_id" <> "follows"."creator_id")
);
--> statement-breakpoint
CREATE TABLE "guest_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guest_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer,
	"audience" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"replies" boolean NOT NULL,
	"recipients" integer NOT NULL,
	"written_up_to" integer DEFAULT 0 NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"priority" smallint DEFAULT 20 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"lease_token" uuid,
	"dedupe_key" text,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	CONSTRAINT "jobs_status" CHECK ("jobs"."status" in ('waiting', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"kind" text PRIMARY KEY NOT NULL,
	"next_run_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_refusals" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"priority" smallint DEFAULT 20 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"lease_token" uuid,
	"dedupe_key" text,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"ticket_id" integer,
	"status" text DEFAULT 'waiting' NOT NULL,
	"sent_at" timestamp with time zone,
	"request_hash" "bytea",
	CONSTRAINT "mails_status" CHECK ("mails"."status" in ('waiting', 'sent', 'skipped', 'folded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" integer,
	"code" text NOT NULL,
	"subject" text NOT NULL,
	"words_hash" "bytea",
	"record_hash" "bytea",
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocked_domains" (
	"domain" text PRIMARY KEY NOT NULL,
	"decision_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"act" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" integer,
	"domain" text,
	"concerned_id" integer,
	"reason" text NOT NULL,
	"words_id" integer,
	"moderator_id" integer,
	"until" timestamp with time zone,
	"keeps_events" boolean DEFAULT false NOT NULL,
	"is_automated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"objected_at" timestamp with time zone,
	"objection_words_id" integer,
	"outcome" text,
	"outcome_at" timestamp with time zone,
	"outcome_by" integer,
	"outcome_words_id" integer,
	"idempotency_key" text,
	"objection_key" text,
	CONSTRAINT "decisions_reference_unique" UNIQUE("reference"),
	CONSTRAINT "decisions_act" CHECK ("decisions"."act" in ('hide', 'restore', 'ask', 'hide-account', 'suspend', 'block-domain')),
	CONSTRAINT "decisions_subject_named" CHECK (("decisions"."subject_kind" = 'domain') = ("decisions"."subject_id" is null and "decisions"."domain" is not null)),
	CONSTRAINT "decisions_outcome" CHECK ("decisions"."outcome" is null or "decisions"."objected_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "event_scores" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"score" integer NOT NULL,
	"scored_at" timestamp with time zone NOT NULL,
	"looked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "moderation_words" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "moderation_words_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"text" text,
	"salt" "bytea",
	"hash" "bytea" NOT NULL,
	"by_id" integer,
	"about_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moderation_words_kind" CHECK ("moderation_words"."kind" in ('decision', 'objection', 'answer', 'report', 'role')),
	CONSTRAINT "moderation_words_whole" CHECK (("moderation_words"."text" is null) = ("moderation_words"."salt" is null))
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"kind" text NOT NULL,
	"event_id" integer,
	"creator_id" integer,
	"words_id" integer,
	"reporter_id" integer,
	"reporter_name" text,
	"reporter_email" text,
	"good_faith" boolean DEFAULT false NOT NULL,
	"sender_hash" "bytea",
	"decision_id" integer,
	"dismissed_at" timestamp with time zone,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reports_reference_unique" UNIQUE("reference"),
	CONSTRAINT "reports_kind" CHECK ("reports"."kind" in ('illegal', 'rules', 'facts', 'picture'))
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"user_id" integer NOT NULL,
	"notice" text NOT NULL,
	"mail" boolean NOT NULL,
	"push" boolean NOT NULL,
	CONSTRAINT "notice_settings_user_id_notice_pk" PRIMARY KEY("user_id","notice")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credentialId_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "popular_days" (
	"day" date NOT NULL,
	"bucket" integer NOT NULL,
	"bookings" numeric(12, 1) NOT NULL,
	"events" integer NOT NULL,
	CONSTRAINT "popular_days_day_bucket_bookings_pk" PRIMARY KEY("day","bucket","bookings")
);
--> statement-breakpoint
CREATE TABLE "popular_events" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"place" integer NOT NULL,
	"score" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "popular_usual" (
	"bucket" integer PRIMARY KEY NOT NULL,
	"usual" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "not_for_me" (
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "not_for_me_user_id_event_id_pk" PRIMARY KEY("user_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "recommendations" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"picks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reckoned_at" timestamp with time zone,
	"uses_history" boolean DEFAULT true NOT NULL,
	"fresh_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reminder_rounds" (
	"event_id" integer NOT NULL,
	"which" text NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	CONSTRAINT "reminder_rounds_event_id_which_start_time_pk" PRIMARY KEY("event_id","which","start_time"),
	CONSTRAINT "reminder_rounds_which" CHECK ("reminder_rounds"."which" in ('early', 'late'))
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"ticket_id" integer NOT NULL,
	"which" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_ticket_id_which_pk" PRIMARY KEY("ticket_id","which"),
	CONSTRAINT "reminders_which" CHECK ("reminders"."which" in ('early', 'late'))
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"content_type" text NOT NULL,
	"claim" text,
	"claimed_until" timestamp with time zone,
	"stored_at" timestamp with time zone,
	"widths" integer[] DEFAULT '{}' NOT NULL,
	"tint" text,
	"bytes" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_history" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer,
	"act" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "team_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"email" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"invited_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_by" integer,
	CONSTRAINT "team_invitations_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "ticket_places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"code" text DEFAULT encode(uuid_send(gen_random_uuid()), 'hex') NOT NULL,
	"name" text,
	"used_at" timestamp with time zone,
	"taken_back_at" timestamp with time zone,
	"handed_back_at" timestamp with time zone,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_places_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "ticket_returns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_returns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"seats" integer NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"by" text NOT NULL,
	"reason" text,
	"idempotency_key" text,
	"places" integer[] DEFAULT '{}' NOT NULL,
	"returned_at" timestamp with time zone NOT NULL,
	"undo_until" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undo_key" text,
	"released_at" timestamp with time zone,
	CONSTRAINT "ticket_returns_seats" CHECK ("ticket_returns"."seats" between 1 and 4 and "ticket_returns"."held" between 0 and "ticket_returns"."seats"),
	CONSTRAINT "ticket_returns_once" CHECK ("ticket_returns"."undone_at" is null or "ticket_returns"."released_at" is null)
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer,
	"guest_name" text,
	"guest_email" text,
	"wants_mail" boolean DEFAULT false NOT NULL,
	"added_by" integer,
	"number_of_tickets" integer NOT NULL,
	"first_quantity" integer,
	"returned_at" timestamp with time zone,
	"admitted" integer DEFAULT 0 NOT NULL,
	"coming" boolean,
	"code" text DEFAULT encode(uuid_send(gen_random_uuid()), 'hex') NOT NULL,
	"idempotency_key" text,
	"came_from" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_in" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "tickets_code_unique" UNIQUE("code"),
	CONSTRAINT "tickets_somebody" CHECK ("tickets"."user_id" is not null or "tickets"."guest_name" is not null),
	CONSTRAINT "tickets_mailed" CHECK (not "tickets"."wants_mail" or "tickets"."guest_email" is not null),
	CONSTRAINT "tickets_quantity" CHECK ("tickets"."number_of_tickets" between 0 and 4),
	CONSTRAINT "tickets_returned" CHECK (("tickets"."number_of_tickets" = 0) = ("tickets"."returned_at" is not null)),
	CONSTRAINT "tickets_admitted" CHECK ("tickets"."admitted" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "two_factor" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password_hash" text,
	"google_subject" text,
	"email_confirmed_at" timestamp with time zone,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"profile_picture_url" text DEFAULT '' NOT NULL,
	"public_name" text DEFAULT '' NOT NULL,
	"public_text" text DEFAULT '' NOT NULL,
	"street" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"state" text DEFAULT '' NOT NULL,
	"zip_code" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"located_at" timestamp with time zone,
	"event_history" boolean DEFAULT true NOT NULL,
	"email_visibility" boolean DEFAULT false NOT NULL,
	"photo_key" text,
	"photo_widths" integer[] DEFAULT '{}' NOT NULL,
	"deletion_at" timestamp with time zone,
	"blanks_events" boolean DEFAULT false NOT NULL,
	"disowned_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"role" text,
	"suspended_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_googleSubject_unique" UNIQUE("google_subject"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('moderator', 'administrator')),
	CONSTRAINT "users_email_filled" CHECK (length("users"."email") between 3 and 254),
	CONSTRAINT "users_location_whole" CHECK (("users"."latitude" is null) = ("users"."longitude" is null)),
	CONSTRAINT "users_latitude" CHECK ("users"."latitude" between -90 and 90),
	CONSTRAINT "users_longitude" CHECK ("users"."longitude" between -180 and 180)
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
	"last_places_times" smallint DEFAULT 0 NOT NULL,
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
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_links" ADD CONSTRAINT "door_links_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_links" ADD CONSTRAINT "door_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_link_id_door_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."door_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "door_scans" ADD CONSTRAINT "door_scans_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_changes" ADD CONSTRAINT "pending_changes_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "featured_events" ADD CONSTRAINT "featured_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "featured_events" ADD CONSTRAINT "featured_events_chosen_by_users_id_fk" FOREIGN KEY ("chosen_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_digests" ADD CONSTRAINT "follow_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_messages" ADD CONSTRAINT "guest_messages_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_messages" ADD CONSTRAINT "guest_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turnout_forecasts" ADD CONSTRAINT "turnout_forecasts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_domains" ADD CONSTRAINT "blocked_domains_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_concerned_id_users_id_fk" FOREIGN KEY ("concerned_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_words_id_moderation_words_id_fk" FOREIGN KEY ("words_id") REFERENCES "public"."moderation_words"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_moderator_id_users_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_objection_words_id_moderation_words_id_fk" FOREIGN KEY ("objection_words_id") REFERENCES "public"."moderation_words"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_outcome_by_users_id_fk" FOREIGN KEY ("outcome_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_outcome_words_id_moderation_words_id_fk" FOREIGN KEY ("outcome_words_id") REFERENCES "public"."moderation_words"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_scores" ADD CONSTRAINT "event_scores_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_words" ADD CONSTRAINT "moderation_words_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_words" ADD CONSTRAINT "moderation_words_about_id_users_id_fk" FOREIGN KEY ("about_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_words_id_moderation_words_id_fk" FOREIGN KEY ("words_id") REFERENCES "public"."moderation_words"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "not_for_me" ADD CONSTRAINT "not_for_me_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "not_for_me" ADD CONSTRAINT "not_for_me_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_rounds" ADD CONSTRAINT "reminder_rounds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_history" ADD CONSTRAINT "event_history_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_history" ADD CONSTRAINT "event_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_places" ADD CONSTRAINT "ticket_places_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD CONSTRAINT "ticket_returns_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD CONSTRAINT "ticket_returns_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_entry_id_waiting_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waiting_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD CONSTRAINT "waiting_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_exports_user" ON "data_exports" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_idempotency" ON "data_exports" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "data_exports_expiry" ON "data_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "door_links_event" ON "door_links" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "door_scans_ticket" ON "door_scans" USING btree ("ticket_id","corrected_at");--> statement-breakpoint
CREATE INDEX "door_scans_conflicts" ON "door_scans" USING btree ("event_id","corrected_at") WHERE kind = 'admit' and ticket_id is not null and counts < seats and not is_undone;--> statement-breakpoint
CREATE INDEX "door_scans_set_aside" ON "door_scans" USING btree ("event_id","corrected_at") WHERE conflict is not null and not is_undone;--> statement-breakpoint
CREATE INDEX "event_search_title" ON "event_search" USING gin ("title");--> statement-breakpoint
CREATE INDEX "event_search_front" ON "event_search" USING gin ("front");--> statement-breakpoint
CREATE INDEX "event_search_whole" ON "event_search" USING gin ("whole");--> statement-breakpoint
CREATE INDEX "search_words_spellings" ON "search_words" USING gin ("spellings");--> statement-breakpoint
CREATE INDEX "events_unplaced" ON "events" USING btree ("id") WHERE town is null;--> statement-breakpoint
CREATE UNIQUE INDEX "events_creation_key" ON "events" USING btree ("creator_id","creation_key");--> statement-breakpoint
CREATE INDEX "events_settle" ON "events" USING btree ("settle_at") WHERE settle_at is not null;--> statement-breakpoint
CREATE INDEX "events_managers" ON "events" USING gin ("manager_ids") WHERE manager_ids <> '{}';--> statement-breakpoint
CREATE INDEX "events_creator" ON "events" USING btree ("creator_id","start_time","id");--> statement-breakpoint
CREATE INDEX "events_image_url" ON "events" USING hash ("image_url");--> statement-breakpoint
CREATE INDEX "events_drafts" ON "events" USING btree ("creator_id","start_time","id") WHERE status = 'draft';--> statement-breakpoint
CREATE INDEX "events_public_start" ON "events" USING btree ("start_time","id") WHERE "events"."status" = 'published' and "events"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "events_listed_start" ON "events" USING btree ("start_time","id") WHERE "events"."status" = 'published' and "events"."hidden_at" is null and "events"."review" is null;--> statement-breakpoint
CREATE INDEX "events_public_span" ON "events" USING gist (tstzrange("start_time", "end_time")) WHERE "events"."status" = 'published' and "events"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "events_public_title_trigrams" ON "events" USING gin ("title_folded" gin_trgm_ops) WHERE "events"."status" = 'published' and "events"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "events_public_zone" ON "events" USING btree ("time_zone") WHERE "events"."status" = 'published' and "events"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "events_public_place" ON "events" USING btree ("latitude","longitude","start_time","id") WHERE "events"."status" = 'published' and "events"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "events_public_published" ON "events" USING btree ("published_at") WHERE "events"."status" = 'published' and "events"."hidden_at" is null and published_at is not null;--> statement-breakpoint
CREATE INDEX "events_called_off" ON "events" USING btree ("start_time","id") WHERE "events"."status" in ('cancelled', 'postponed') and "events"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "events_public_categories" ON "events" USING gin ("categories") WHERE "events"."status" = 'published' and "events"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "events_public_online" ON "events" USING btree ("start_time","id") WHERE "events"."status" = 'published' and "events"."hidden_at" is null and is_virtual;--> statement-breakpoint
CREATE INDEX "events_hidden_with" ON "events" USING btree ("creator_id") WHERE hidden_with is not null;--> statement-breakpoint
CREATE INDEX "events_review" ON "events" USING btree ("review_since") WHERE review is not null;--> statement-breakpoint
CREATE INDEX "events_hidden_pictures" ON "events" USING btree ("id") WHERE hidden_at is not null and image_url is not null;--> statement-breakpoint
CREATE INDEX "favourites_event" ON "favourites" USING btree ("event_id","user_id");--> statement-breakpoint
CREATE INDEX "favourites_untold" ON "favourites" USING btree ("event_id","user_id") WHERE few_told_at is null;--> statement-breakpoint
CREATE INDEX "follows_creator" ON "follows" USING btree ("creator_id","user_id");--> statement-breakpoint
CREATE INDEX "guest_messages_event" ON "guest_messages" USING btree ("event_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "guest_messages_idempotency" ON "guest_messages" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "jobs_waiting" ON "jobs" USING btree ("priority","next_attempt_at","kind") WHERE status = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_dedupe" ON "jobs" USING btree ("kind","dedupe_key") WHERE dedupe_key is not null;--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("priority","next_attempt_at","kind") WHERE status = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "mails_dedupe" ON "mails" USING btree ("kind","dedupe_key") WHERE dedupe_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_request" ON "mails" USING btree ("kind","request_hash") WHERE request_hash is not null;--> statement-breakpoint
CREATE INDEX "mails_user_sent" ON "mails" USING btree ("user_id","kind","sent_at");--> statement-breakpoint
CREATE INDEX "mails_ticket" ON "mails" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "decisions_subject" ON "decisions" USING btree ("subject_kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "decisions_concerned" ON "decisions" USING btree ("concerned_id");--> statement-breakpoint
CREATE INDEX "decisions_objections" ON "decisions" USING btree ("objected_at") WHERE objected_at is not null and outcome is null;--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_key" ON "decisions" USING btree ("moderator_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "event_scores_worth_a_look" ON "event_scores" USING btree ("score" DESC NULLS LAST,"event_id" DESC NULLS LAST) WHERE looked_at is null;--> statement-breakpoint
CREATE INDEX "moderation_words_by" ON "moderation_words" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "moderation_words_about" ON "moderation_words" USING btree ("about_id");--> statement-breakpoint
CREATE INDEX "moderation_words_hash" ON "moderation_words" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "reports_open_event" ON "reports" USING btree ("event_id") WHERE decision_id is null and dismissed_at is null;--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("created_at") WHERE decision_id is null and dismissed_at is null;--> statement-breakpoint
CREATE INDEX "reports_event" ON "reports" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "reports_creator" ON "reports" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "reports_reporter_email" ON "reports" USING btree (lower("reporter_email")) WHERE reporter_email is not null;--> statement-breakpoint
CREATE INDEX "reports_decision" ON "reports" USING btree ("decision_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_key" ON "reports" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "used_challenges_expiry" ON "used_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "popular_events_place" ON "popular_events" USING btree ("place");--> statement-breakpoint
CREATE INDEX "questions_event" ON "questions" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "questions_user" ON "questions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "questions_idempotency" ON "questions" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "not_for_me_event" ON "not_for_me" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "uploads_deleted" ON "uploads" USING btree ("key") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "event_history_event" ON "event_history" USING btree ("event_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_address" ON "team_invitations" USING btree ("event_id",lower("email"));--> statement-breakpoint
CREATE INDEX "ticket_places_ticket" ON "ticket_places" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_places_idempotency" ON "ticket_places" USING btree ("ticket_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_returns_idempotency" ON "ticket_returns" USING btree ("ticket_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "ticket_returns_ticket" ON "ticket_returns" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_returns_event" ON "ticket_returns" USING btree ("event_id","returned_at");--> statement-breakpoint
CREATE INDEX "ticket_returns_returned" ON "ticket_returns" USING brin ("returned_at");--> statement-breakpoint
CREATE INDEX "ticket_returns_pending" ON "ticket_returns" USING btree ("event_id") WHERE undone_at is null and released_at is null;--> statement-breakpoint
CREATE INDEX "tickets_guest_email" ON "tickets" USING btree (lower("guest_email")) WHERE guest_email is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_idempotency" ON "tickets" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_added_by" ON "tickets" USING btree ("added_by","idempotency_key") WHERE added_by is not null;--> statement-breakpoint
CREATE INDEX "tickets_user_created" ON "tickets" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_event" ON "tickets" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "tickets_changed" ON "tickets" USING btree ("event_id","changed_in");--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING brin ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_deletion" ON "users" USING btree ("deletion_at") WHERE deletion_at is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "users_photo" ON "users" USING btree ("photo_key") WHERE photo_key is not null;--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("suspended_until") WHERE suspended_until is not null;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role") WHERE role is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_open" ON "offers" USING btree ("entry_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "offers_open_of_event" ON "offers" USING btree ("event_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "offers_entry" ON "offers" USING btree ("entry_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entries_open" ON "waiting_entries" USING btree ("event_id","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entries_turn" ON "waiting_entries" USING btree ("event_id","turn");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entries_idempotency" ON "waiting_entries" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "waiting_entries_in_line" ON "waiting_entries" USING btree ("event_id","turn") WHERE ended_at is null and resting_since is null;--> statement-breakpoint
CREATE INDEX "waiting_entries_user" ON "waiting_entries" USING btree ("user_id","event_id","id");
--> statement-breakpoint
-- What a walk along the order of starts asks of a title, without reading the row; drizzle has no word for INCLUDE.
CREATE UNIQUE INDEX "event_search_titles" ON "event_search" USING btree ("event_id") INCLUDE ("title");
--> statement-breakpoint
-- The one way to add a job, from code and from other SQL functions. The same key again, while the first one waits, brings
-- it forward. It is an update rather than nothing at all: the row stays locked until the caller commits, so nobody can
-- start the work without seeing what the caller has written.
CREATE FUNCTION add_job(kind text, payload jsonb DEFAULT '{}', priority int DEFAULT 20, run_at timestamptz DEFAULT now(),
  dedupe_key text DEFAULT NULL)
RETURNS bigint
LANGUAGE sql
AS $$
  INSERT INTO jobs AS waiting (kind, payload, priority, next_attempt_at, dedupe_key) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (kind, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE
    SET next_attempt_at = least(waiting.next_attempt_at, excluded.next_attempt_at),
      priority = least(waiting.priority, excluded.priority)
  RETURNING id
$$;
--> statement-breakpoint
-- What doors ask for: tickets that have changed since. An insert has the column's default, so a booking pays for no trigger.
CREATE FUNCTION note_ticket_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER tickets_note_change BEFORE UPDATE ON tickets
FOR EACH ROW EXECUTE FUNCTION note_ticket_change();
--> statement-breakpoint
-- What remains of a word without one of its letters, or two from eight on: where two words have a remainder in common,
-- a few letters were left out, added, exchanged or typed in the wrong order. Its first eight letters are enough to find
-- it; how far apart the two are is measured afterwards.
CREATE FUNCTION near_spellings(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  WITH none AS (SELECT left(word, 8) AS rest),
  one AS (
    SELECT DISTINCT overlay(rest PLACING '' FROM place FOR 1) AS rest
    FROM none, generate_series(1, length(rest)) AS place
  ),
  two AS (
    SELECT DISTINCT overlay(rest PLACING '' FROM place FOR 1) AS rest
    FROM one, generate_series(1, length(rest)) AS place WHERE length(word) >= 8
  )
  SELECT array(SELECT rest FROM none UNION SELECT rest FROM one UNION SELECT rest FROM two)
$$;
--> statement-breakpoint
-- Once a statement: a million events made at once are one insert here too.
CREATE FUNCTION search_new_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_event_search(ARRAY(SELECT id FROM fresh));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_changed_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN DELETE FROM event_search WHERE event_id = OLD.id;
  ELSE PERFORM refresh_event_search(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_renamed_creator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_event_search(ARRAY(SELECT id FROM events WHERE creator_id = NEW.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_search_inserted AFTER INSERT ON events
REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_new_events();
--> statement-breakpoint
-- A booking changes the row as well, and must not pay for this.
CREATE TRIGGER events_search_updated AFTER UPDATE ON events FOR EACH ROW
WHEN (OLD.title <> NEW.title OR OLD.venue <> NEW.venue OR OLD.town IS DISTINCT FROM NEW.town
  OR OLD.description <> NEW.description OR OLD.artist_description IS DISTINCT FROM NEW.artist_description
  OR OLD.organizer_description IS DISTINCT FROM NEW.organizer_description OR OLD.is_virtual <> NEW.is_virtual
  OR OLD.categories <> NEW.categories)
EXECUTE FUNCTION search_changed_event();
--> statement-breakpoint
CREATE TRIGGER events_search_deleted AFTER DELETE ON events FOR EACH ROW EXECUTE FUNCTION search_changed_event();
--> statement-breakpoint
-- Also when an account begins to leave or is kept: refresh_event_search leaves its name out.
CREATE TRIGGER users_search_renamed AFTER UPDATE ON users FOR EACH ROW
WHEN (OLD.first_name <> NEW.first_name OR left(OLD.last_name, 1) <> left(NEW.last_name, 1)
  OR OLD.public_name <> NEW.public_name OR (OLD.deletion_at IS NULL) <> (NEW.deletion_at IS NULL))
EXECUTE FUNCTION search_renamed_creator();
--> statement-breakpoint
CREATE FUNCTION note_first_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'published' AND NEW.published_at IS NULL AND (TG_OP = 'INSERT' OR OLD.status = 'draft') THEN
    NEW.published_at := now();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_status_published_inserted BEFORE INSERT ON events
FOR EACH ROW EXECUTE FUNCTION note_first_publication();
--> statement-breakpoint
-- Only where the state is written: a booking does not pay for it.
CREATE TRIGGER events_status_published_updated BEFORE UPDATE OF status ON events
FOR EACH ROW EXECUTE FUNCTION note_first_publication();
--> statement-breakpoint
-- People who saved an event are notified when few places are left (server/modules/favourites/few-left.ts; policy.ts beside it has the same rule).
CREATE FUNCTION few_places_left() RETURNS trigger LANGUAGE plpgsql
-- A plan made while the table was small must not walk through it once it is large.
SET enable_seqscan = off
AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM favourites f WHERE f.event_id = NEW.id AND f.few_told_at IS NULL) THEN
    PERFORM add_job('tell-few-left', jsonb_build_object('eventId', NEW.id), 10, now(), NEW.id::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Only when it becomes true: the booking before and the one after do not pay for it.
CREATE TRIGGER events_few_left AFTER UPDATE ON events FOR EACH ROW
WHEN (NEW.capacity - NEW.tickets_sold - NEW.held BETWEEN 1 AND greatest(5, NEW.capacity / 10)
  AND NOT (OLD.capacity - OLD.tickets_sold - OLD.held BETWEEN 1 AND greatest(5, OLD.capacity / 10)))
EXECUTE FUNCTION few_places_left();
--> statement-breakpoint
-- The log is written once. The owner of the database can still take the trigger away: then the chain of hashes tells.
CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION audit_log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
