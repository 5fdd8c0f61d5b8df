-- version 1
-- The order of what a search finds: all words in the title (1); in the title, the venue, the town, the kind and the
-- organiser's name (2); the same with beginnings and other forms of words (3, 4); in the descriptions too (5); and with
-- typing errors forgiven, which they never are in descriptions (6, 7). Of two alike the sooner comes first; what is over
-- comes after all that is to come.
CREATE OR REPLACE FUNCTION search_order(title tsvector, front tsvector, whole tsvector, exact tsquery, loose tsquery,
  forgiven tsquery) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN title @@ exact THEN 1
  WHEN front @@ exact THEN 2
  WHEN title @@ loose THEN 3
  WHEN front @@ loose THEN 4
  WHEN whole @@ loose THEN 5
  WHEN title @@ forgiven THEN 6
  WHEN front @@ forgiven THEN 7
END;

-- The events of these ranks, found by the index of their words. For words that few events have: PostgreSQL assumes that
-- two words know nothing of each other, and would rather read a whole table for two common ones that never meet.
CREATE OR REPLACE FUNCTION search_found(ranks int[], exact tsquery, loose tsquery, forgiven tsquery)
RETURNS TABLE (event_id int, rank int) LANGUAGE plpgsql STABLE ROWS 100 SET enable_seqscan = off
AS $$
DECLARE
  conditions text[] := array['s.title @@ $1', 's.front @@ $1', 's.title @@ $2', 's.front @@ $2', 's.whole @@ $2',
    's.title @@ $3', 's.front @@ $3'];
  -- Whatever has the words in its title has them in front, and so on: these ranks find those before them, too.
  needed int[] := CASE
    WHEN 5 = ANY (ranks) THEN array_remove(array_remove(array_remove(array_remove(ranks, 1), 2), 3), 4)
    WHEN 4 = ANY (ranks) THEN array_remove(array_remove(array_remove(ranks, 1), 2), 3)
    WHEN 2 = ANY (ranks) OR 3 = ANY (ranks) THEN array_remove(ranks, 1)
    ELSE ranks END;
BEGIN
  IF 7 = ANY (ranks) THEN needed := array_remove(needed, 6); END IF;
  RETURN QUERY EXECUTE format(
    'SELECT * FROM (SELECT s.event_id, search_order(s.title, s.front, s.whole, $1, $2, $3) AS rank
     FROM event_search s WHERE %s) AS found WHERE rank = ANY ($4)',
    (SELECT string_agg(conditions[n], ' OR ') FROM unnest(needed) AS n)) USING exact, loose, forgiven, ranks;
END $$;
