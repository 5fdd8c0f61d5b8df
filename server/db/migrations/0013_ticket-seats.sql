-- Expands only. Every old row holds what the new constraints ask for, so they are not read again under a lock.
ALTER TABLE "tickets" ADD COLUMN "first_quantity" integer, ADD COLUMN "returned_at" timestamp with time zone, ADD COLUMN "admitted" integer DEFAULT 0 NOT NULL, ADD COLUMN "coming" boolean;
--> statement-breakpoint
ALTER TABLE "tickets" DROP CONSTRAINT "tickets_quantity";
--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_quantity" CHECK ("tickets"."number_of_tickets" between 0 and 4) NOT VALID;
--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_returned" CHECK (("tickets"."number_of_tickets" = 0) = ("tickets"."returned_at" is not null)) NOT VALID;
--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_admitted" CHECK ("tickets"."admitted" between 0 and 4) NOT VALID;
