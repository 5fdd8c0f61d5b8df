-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_hidden_with" ON "events" USING btree ("creator_id") WHERE hidden_with is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_review" ON "events" USING btree ("review_since") WHERE review is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_suspended" ON "users" USING btree ("suspended_until") WHERE suspended_until is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_role" ON "users" USING btree ("role") WHERE role is not null;
--> statement-breakpoint
ALTER TABLE "events" VALIDATE CONSTRAINT "events_hidden_reason";
--> statement-breakpoint
ALTER TABLE "events" VALIDATE CONSTRAINT "events_hidden_with";
--> statement-breakpoint
ALTER TABLE "events" VALIDATE CONSTRAINT "events_review";
--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_role";
