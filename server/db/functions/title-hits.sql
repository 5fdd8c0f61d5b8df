-- version 2
-- Public events with this text somewhere in their titles, also in the middle of a word; only so many, because letters that
-- are in thousands of titles find nothing in particular. Only the index of trigrams may be read: for a first row
-- PostgreSQL would rather walk along another one and hope.
CREATE OR REPLACE FUNCTION title_hits(part text) RETURNS SETOF int
LANGUAGE plpgsql STABLE ROWS 20 SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
AS $$
BEGIN
  RETURN QUERY SELECT id FROM events
    WHERE title_folded LIKE '%' || replace(replace(replace(fold(part), '\', '\\'), '%', '\%'), '_', '\_') || '%'
      AND status = 'published' AND hidden_at IS NULL AND link_key IS NULL
    LIMIT 2000;
END $$;
