CREATE TABLE "survey_answers" (
	"survey_id" integer NOT NULL,
	"ticket_id" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"answered_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "survey_answers_survey_id_ticket_id_pk" PRIMARY KEY("survey_id","ticket_id")
);
--> statement-breakpoint
CREATE TABLE "survey_ballots" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"survey_id" integer NOT NULL,
	"is_used" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "survey_invitations" (
	"survey_id" integer NOT NULL,
	"ticket_id" integer NOT NULL,
	"which" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "survey_invitations_survey_id_ticket_id_which_pk" PRIMARY KEY("survey_id","ticket_id","which"),
	CONSTRAINT "survey_invitations_which" CHECK ("survey_invitations"."which" in ('first', 'reminder'))
);
--> statement-breakpoint
CREATE TABLE "survey_participants" (
	"survey_id" integer NOT NULL,
	"ticket_id" integer NOT NULL,
	"attempt_hash" "bytea",
	CONSTRAINT "survey_participants_survey_id_ticket_id_pk" PRIMARY KEY("survey_id","ticket_id")
);
--> statement-breakpoint
CREATE TABLE "survey_sheets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"survey_id" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"place" integer
);
--> statement-breakpoint
CREATE TABLE "surveys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "surveys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"kind" text NOT NULL,
	"enabled" boolean NOT NULL,
	"anonymous" boolean NOT NULL,
	"sends" boolean NOT NULL,
	"questions" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"opened_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"shown" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "surveys_kind" CHECK ("surveys"."kind" in ('pre-event', 'post-event', 'feedback'))
);
--> statement-breakpoint
ALTER TABLE "survey_answers" ADD CONSTRAINT "survey_answers_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_answers" ADD CONSTRAINT "survey_answers_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_ballots" ADD CONSTRAINT "survey_ballots_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_invitations" ADD CONSTRAINT "survey_invitations_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_invitations" ADD CONSTRAINT "survey_invitations_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_participants" ADD CONSTRAINT "survey_participants_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_participants" ADD CONSTRAINT "survey_participants_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "survey_sheets" ADD CONSTRAINT "survey_sheets_survey_id_surveys_id_fk" FOREIGN KEY ("survey_id") REFERENCES "public"."surveys"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "surveys" ADD CONSTRAINT "surveys_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "survey_answers_ticket" ON "survey_answers" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "survey_ballots_survey" ON "survey_ballots" USING btree ("survey_id");--> statement-breakpoint
CREATE INDEX "survey_invitations_ticket" ON "survey_invitations" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "survey_participants_ticket" ON "survey_participants" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "survey_sheets_place" ON "survey_sheets" USING btree ("survey_id","place");--> statement-breakpoint
CREATE INDEX "survey_sheets_new" ON "survey_sheets" USING btree ("survey_id") WHERE place is null;--> statement-breakpoint
CREATE UNIQUE INDEX "surveys_event_kind" ON "surveys" USING btree ("event_id","kind");--> statement-breakpoint
CREATE INDEX "surveys_live" ON "surveys" USING btree ("event_id") WHERE enabled and closed_at is null;--> statement-breakpoint
-- What was promised to guests holds in the database too: neither code nor a hand at the console turns an anonymous survey
-- into a named one once it is open, or changes what was asked under the answers.
CREATE FUNCTION survey_keeps_its_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.opened_at IS NOT NULL AND (NEW.anonymous <> OLD.anonymous OR NEW.opened_at IS NULL) THEN
    RAISE EXCEPTION 'a survey stays as anonymous as it was when it opened' USING ERRCODE = 'check_violation', CONSTRAINT = 'surveys_anonymous';
  END IF;
  IF (NEW.questions <> OLD.questions OR NEW.version <> OLD.version) AND (
    EXISTS (SELECT 1 FROM survey_answers WHERE survey_id = NEW.id)
    OR EXISTS (SELECT 1 FROM survey_participants WHERE survey_id = NEW.id)
    OR EXISTS (SELECT 1 FROM survey_sheets WHERE survey_id = NEW.id)) THEN
    RAISE EXCEPTION 'the questions of a survey with answers stay as they are' USING ERRCODE = 'check_violation', CONSTRAINT = 'surveys_frozen';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER surveys_keep_their_word BEFORE UPDATE ON surveys FOR EACH ROW EXECUTE FUNCTION survey_keeps_its_word();
--> statement-breakpoint
CREATE FUNCTION survey_takes_these() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added JOIN surveys s ON s.id = added.survey_id WHERE s.anonymous <> TG_ARGV[0]::boolean) THEN
    RAISE EXCEPTION 'names and anonymous answers do not mix' USING ERRCODE = 'check_violation', CONSTRAINT = 'surveys_names';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER survey_answers_named AFTER INSERT ON survey_answers REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION survey_takes_these('false');
--> statement-breakpoint
CREATE TRIGGER survey_participants_anonymous AFTER INSERT ON survey_participants REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION survey_takes_these('true');
--> statement-breakpoint
CREATE TRIGGER survey_sheets_anonymous AFTER INSERT ON survey_sheets REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION survey_takes_these('true');
