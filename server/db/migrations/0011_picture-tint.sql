ALTER TABLE "events" ADD COLUMN "image_tint" text;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "tint" text;