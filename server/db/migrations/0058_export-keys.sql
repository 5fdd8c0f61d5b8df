ALTER TABLE "data_exports" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "data_exports_idempotency" ON "data_exports" USING btree ("user_id","idempotency_key");