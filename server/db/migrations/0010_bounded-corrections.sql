-- As before, but of many thousand words that are alike only so many are compared: whoever fills titles with lookalikes
-- must not make everybody else's search slow.
CREATE OR REPLACE FUNCTION words_like(typed text, at_most int) RETURNS SETOF text LANGUAGE sql STABLE ROWS 8
SET pg_trgm.similarity_threshold = 0.25 SET enable_seqscan = off
AS $$
  SELECT word FROM (SELECT word FROM title_words WHERE word % typed LIMIT 5000) AS alike
  ORDER BY similarity(word, typed) DESC, word LIMIT at_most
$$;
