-- version 3
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
-- two words know nothing of each other, and would rather read a whole table for two common ones that never meet. Each
-- word is a condition: the index then skips from one word's events to those of the other, and does not try every event
-- that has the first. `filter_words` are what every event of the filters has: jazz in sport then finds nothing at once
-- and does not read all of jazz.
DROP FUNCTION IF EXISTS search_found(int[], tsquery[], tsquery[], tsquery[]);
CREATE OR REPLACE FUNCTION search_found(ranks int[], exact tsquery[], loose tsquery[], forgiven tsquery[],
  filter_words tsquery DEFAULT NULL)
RETURNS TABLE (event_id int, rank int) LANGUAGE plpgsql STABLE ROWS 100 SET enable_seqscan = off
AS $$
DECLARE
  vectors text[] := array['title', 'front', 'title', 'front', 'whole', 'title', 'front'];
  questions text[] := array['$1', '$1', '$2', '$2', '$2', '$3', '$3'];
  -- Whatever has the words in its title has them in front, and so on: these ranks find those before them, too.
  needed int[] := CASE
    WHEN 5 = ANY (ranks) THEN array_remove(array_remove(array_remove(array_remove(ranks, 1), 2), 3), 4)
    WHEN 4 = ANY (ranks) THEN array_remove(array_remove(array_remove(ranks, 1), 2), 3)
    WHEN 2 = ANY (ranks) OR 3 = ANY (ranks) THEN array_remove(ranks, 1)
    ELSE ranks END;
  words int := cardinality(loose);
BEGIN
  IF 7 = ANY (ranks) THEN needed := array_remove(needed, 6); END IF;
  RETURN QUERY EXECUTE format(
    'SELECT * FROM (SELECT s.event_id, search_order(s.title, s.front, s.whole, %s) AS rank
     FROM event_search s WHERE %s) AS found WHERE rank = ANY ($4)',
    (SELECT string_agg(whole, ', ' ORDER BY question) FROM (
      SELECT question, string_agg(format('$%s[%s]', question, word), ' && ') AS whole
      FROM generate_series(1, 3) AS question, generate_series(1, words) AS word GROUP BY question) AS wholes),
    (SELECT string_agg(condition, ' OR ') FROM (
      SELECT concat_ws(' AND ', string_agg(format('s.%s @@ %s[%s]', vectors[n], questions[n], word), ' AND '),
        CASE WHEN filter_words IS NOT NULL THEN 's.whole @@ $5' END) AS condition
      FROM unnest(needed) AS n, generate_series(1, words) AS word GROUP BY n) AS conditions))
    USING exact, loose, forgiven, ranks, filter_words;
END $$;
