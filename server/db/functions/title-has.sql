-- version 1
-- Whether any public event has this text somewhere in its title. Asked once, before what is on, to come and over is read by
-- it: where nothing is found, each of these would look through the same trigrams again. Only their index may be read:
-- for a first row PostgreSQL would rather walk along another one and hope.
CREATE OR REPLACE FUNCTION title_has(pattern text) RETURNS boolean
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM events WHERE title_folded LIKE pattern AND status = 'published' AND hidden_at IS NULL);
END $$;
