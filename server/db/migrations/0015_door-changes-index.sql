-- no transaction
-- What a door has not seen yet, out of ten thousand tickets.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_changed" ON "tickets" USING btree ("event_id","changed_in");
