-- A scan of one place that was sent to a friend; none before it.
ALTER TABLE "door_scans" ADD COLUMN "place_id" integer;