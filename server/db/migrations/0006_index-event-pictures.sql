-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "events_image_url" ON "events" USING hash ("image_url");