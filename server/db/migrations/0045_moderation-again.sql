CREATE TABLE "event_scores" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"score" integer NOT NULL,
	"scored_at" timestamp with time zone NOT NULL,
	"looked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "record_hash" "bytea";--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "objection_key" text;--> statement-breakpoint
ALTER TABLE "event_scores" ADD CONSTRAINT "event_scores_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_scores_worth_a_look" ON "event_scores" USING btree ("score" DESC NULLS LAST,"event_id" DESC NULLS LAST) WHERE looked_at is null;