-- no transaction
-- A request that is sent again causes its mail once.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "mails_request" ON "mails" USING btree ("kind","request_hash") WHERE request_hash is not null;
