-- version 1
-- The first thing that every change of seats does, but for book_seats, which takes the same lock itself: whoever holds
-- it is the only one to read and write the seats, returns, entries and offers of this event. One event at a time, so
-- that nobody waits in a circle.
CREATE OR REPLACE FUNCTION lock_event(wanted int) RETURNS boolean
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM events e WHERE e.id = wanted FOR NO KEY UPDATE;
  RETURN FOUND;
END
$$;
