-- version 1
-- The events of one rank (see search_rank; 0: of any), found by the index of their words. For words that few events have:
-- PostgreSQL reckons with two words as if they knew nothing of each other, and would rather read a whole table for two
-- common ones that never meet.
CREATE OR REPLACE FUNCTION search_hits(wanted int, asked tsquery, forgiven tsquery) RETURNS SETOF int
LANGUAGE plpgsql STABLE ROWS 100 SET enable_seqscan = off
AS $$
BEGIN
  CASE
    WHEN wanted = 0 THEN RETURN QUERY
      SELECT s.event_id FROM event_search s WHERE s.whole @@ asked OR s.front @@ forgiven;
    WHEN wanted = 1 THEN RETURN QUERY
      SELECT s.event_id FROM event_search s WHERE s.title @@ asked;
    WHEN wanted = 2 THEN RETURN QUERY
      SELECT s.event_id FROM event_search s WHERE s.front @@ asked
        AND search_rank(s.title, s.front, s.whole, asked, forgiven) = wanted;
    WHEN wanted = 3 THEN RETURN QUERY
      SELECT s.event_id FROM event_search s WHERE s.whole @@ asked
        AND search_rank(s.title, s.front, s.whole, asked, forgiven) = wanted;
    WHEN wanted = 4 THEN RETURN QUERY
      SELECT s.event_id FROM event_search s WHERE s.title @@ forgiven
        AND search_rank(s.title, s.front, s.whole, asked, forgiven) = wanted;
    WHEN wanted = 5 THEN RETURN QUERY
      SELECT s.event_id FROM event_search s WHERE s.front @@ forgiven
        AND search_rank(s.title, s.front, s.whole, asked, forgiven) = wanted;
    ELSE RETURN QUERY
      SELECT s.event_id FROM event_search s WHERE s.whole @@ forgiven
        AND search_rank(s.title, s.front, s.whole, asked, forgiven) = wanted;
  END CASE;
END $$;
