-- no transaction
-- On a table that is in use: nobody waits while it is built.
CREATE INDEX CONCURRENTLY "events_paid_cancelled" ON "events" USING btree ("end_time","id") WHERE status = 'cancelled' and cardinality(pay_by) > 0;
