-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_deletion" ON "users" USING btree ("deletion_at") WHERE deletion_at is not null and deleted_at is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_photo" ON "users" USING btree ("photo_key") WHERE photo_key is not null;
