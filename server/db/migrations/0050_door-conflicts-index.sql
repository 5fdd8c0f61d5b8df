-- no transaction
-- The newest scans of an event that were set aside.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "door_scans_set_aside" ON "door_scans" USING btree ("event_id","corrected_at") WHERE conflict is not null and not is_undone;
