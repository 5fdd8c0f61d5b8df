-- Expands only: roles, suspension, hiding and review; reports, decisions and what was written about them; the audit log.
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
	CONSTRAINT "decisions_reference_unique" UNIQUE("reference"),
	CONSTRAINT "decisions_act" CHECK ("decisions"."act" in ('hide', 'restore', 'ask', 'hide-account', 'suspend', 'block-domain')),
	CONSTRAINT "decisions_subject_named" CHECK (("decisions"."subject_kind" = 'domain') = ("decisions"."subject_id" is null and "decisions"."domain" is not null)),
	CONSTRAINT "decisions_outcome" CHECK ("decisions"."outcome" is null or "decisions"."objected_at" is not null)
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
ALTER TABLE "events" ADD COLUMN "hidden_reason" text;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "hidden_with" text;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "review" text;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "review_reasons" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "review_since" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" text;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_until" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "blocked_domains" ADD CONSTRAINT "blocked_domains_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_concerned_id_users_id_fk" FOREIGN KEY ("concerned_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_words_id_moderation_words_id_fk" FOREIGN KEY ("words_id") REFERENCES "public"."moderation_words"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_moderator_id_users_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_objection_words_id_moderation_words_id_fk" FOREIGN KEY ("objection_words_id") REFERENCES "public"."moderation_words"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_outcome_by_users_id_fk" FOREIGN KEY ("outcome_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_outcome_words_id_moderation_words_id_fk" FOREIGN KEY ("outcome_words_id") REFERENCES "public"."moderation_words"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "moderation_words" ADD CONSTRAINT "moderation_words_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "moderation_words" ADD CONSTRAINT "moderation_words_about_id_users_id_fk" FOREIGN KEY ("about_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_words_id_moderation_words_id_fk" FOREIGN KEY ("words_id") REFERENCES "public"."moderation_words"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "decisions_subject" ON "decisions" USING btree ("subject_kind","subject_id","id");
--> statement-breakpoint
CREATE INDEX "decisions_concerned" ON "decisions" USING btree ("concerned_id");
--> statement-breakpoint
CREATE INDEX "decisions_objections" ON "decisions" USING btree ("objected_at") WHERE objected_at is not null and outcome is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_key" ON "decisions" USING btree ("moderator_id","idempotency_key");
--> statement-breakpoint
CREATE INDEX "moderation_words_by" ON "moderation_words" USING btree ("by_id");
--> statement-breakpoint
CREATE INDEX "moderation_words_about" ON "moderation_words" USING btree ("about_id");
--> statement-breakpoint
CREATE INDEX "moderation_words_hash" ON "moderation_words" USING btree ("hash");
--> statement-breakpoint
CREATE INDEX "reports_open_event" ON "reports" USING btree ("event_id") WHERE decision_id is null and dismissed_at is null;
--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("created_at") WHERE decision_id is null and dismissed_at is null;
--> statement-breakpoint
CREATE INDEX "reports_event" ON "reports" USING btree ("event_id");
--> statement-breakpoint
CREATE INDEX "reports_creator" ON "reports" USING btree ("creator_id");
--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("reporter_id");
--> statement-breakpoint
CREATE INDEX "reports_decision" ON "reports" USING btree ("decision_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "reports_key" ON "reports" USING btree ("idempotency_key");
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_hidden_reason" CHECK ("events"."hidden_reason" in ('rules', 'legal')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_hidden_with" CHECK ("events"."hidden_with" in ('account', 'suspension')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_review" CHECK ("events"."review" in ('waiting')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('moderator', 'administrator')) NOT VALID;
--> statement-breakpoint
-- The log is written once. Whoever owns the database can still take the trigger away: then the chain of hashes tells.
CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION audit_log_is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
