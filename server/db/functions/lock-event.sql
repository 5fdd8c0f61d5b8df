-- version 1
-- The first thing that every change of seats does, except book_places, which takes the same lock itself: its holder
-- is the only one to read and write the seats, returns, entries and offers of this event. One event at a time, so
-- that there is no deadlock (docs/locking.md).
CREATE OR REPLACE FUNCTION lock_event(wanted int) RETURNS boolean
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM events e WHERE e.id = wanted FOR NO KEY UPDATE;
  RETURN FOUND;
END
$$;
