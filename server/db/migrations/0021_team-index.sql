-- no transaction
-- What somebody manages; empty at first, and written only by changes of a team.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_managers" ON "events" USING gin ("manager_ids") WHERE manager_ids <> '{}';
