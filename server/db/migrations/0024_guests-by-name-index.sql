-- no transaction
-- Which guest a key stands for, of the few tickets that organisers add.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "tickets_added_by" ON "tickets" USING btree ("added_by","idempotency_key") WHERE added_by is not null;
