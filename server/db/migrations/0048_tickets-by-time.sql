-- no transaction
-- Somebody's bookings in the order of booking. It does what the index by id did, so that one goes.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_user_created" ON "tickets" USING btree ("user_id","created_at","id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tickets_user";
