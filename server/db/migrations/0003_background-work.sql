-- Background work as docs/decisions/100-background-work.md describes it. An older instance may still send mails beside
-- the new one: both claim a mail by leased_until and attempts.
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
ALTER TABLE "mails" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
-- Constant defaults: no row is rewritten. book_tickets names no priority, so this one is a booking's.
ALTER TABLE "mails" ADD COLUMN "priority" smallint DEFAULT 20 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "lease_token" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "dedupe_key" text;--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_status";--> statement-breakpoint
-- Not validated: it admits more than the one before, which every row has passed.
ALTER TABLE "mails" ADD CONSTRAINT "mails_status" CHECK ("mails"."status" in ('waiting', 'sent', 'skipped', 'folded', 'failed')) NOT VALID;--> statement-breakpoint
CREATE INDEX "jobs_waiting" ON "jobs" USING btree ("priority","next_attempt_at","kind") WHERE status = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_dedupe" ON "jobs" USING btree ("kind","dedupe_key") WHERE dedupe_key is not null;--> statement-breakpoint
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
