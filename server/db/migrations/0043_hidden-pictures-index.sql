-- no transaction
-- Whose pictures are not served.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_hidden_pictures" ON "events" USING btree ("id") WHERE hidden_at is not null and image_url is not null;
