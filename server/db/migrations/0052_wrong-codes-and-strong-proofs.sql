ALTER TABLE "sessions" ADD COLUMN "strong_proof_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "two_factor" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;