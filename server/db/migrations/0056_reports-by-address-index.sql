-- no transaction
-- What was left under an address is answered, downloaded and erased by it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_reporter_email" ON "reports" USING btree (lower("reporter_email")) WHERE reporter_email is not null;
