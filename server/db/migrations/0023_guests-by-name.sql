-- Expands only. The version before reads none of these columns, and their defaults are what it would write.
ALTER TABLE "tickets" ADD COLUMN "guest_email" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "wants_mail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "added_by" integer;--> statement-breakpoint
-- All old rows have the defaults: they need not be read to know that it holds.
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_mailed" CHECK (not "tickets"."wants_mail" or "tickets"."guest_email" is not null) NOT VALID;
