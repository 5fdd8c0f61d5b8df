-- no transaction
-- For the sweep that finds what no job has settled.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_settle" ON "events" USING btree ("settle_at") WHERE settle_at is not null;
