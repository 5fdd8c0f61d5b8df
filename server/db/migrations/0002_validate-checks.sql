-- no transaction
-- Checks that were added to filled tables without reading them. Bookings go on meanwhile.
ALTER TABLE "events" VALIDATE CONSTRAINT "events_draft_unbooked";
--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_status";
--> statement-breakpoint
ALTER TABLE "tickets" VALIDATE CONSTRAINT "tickets_admitted";
--> statement-breakpoint
ALTER TABLE "tickets" VALIDATE CONSTRAINT "tickets_mailed";
--> statement-breakpoint
ALTER TABLE "tickets" VALIDATE CONSTRAINT "tickets_quantity";
--> statement-breakpoint
ALTER TABLE "tickets" VALIDATE CONSTRAINT "tickets_returned";
--> statement-breakpoint
ALTER TABLE "tickets" VALIDATE CONSTRAINT "tickets_somebody";
