-- no transaction
-- How many mails an address that was typed in for guests has got.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_guest_email" ON "tickets" USING btree (lower("guest_email")) WHERE guest_email is not null;
