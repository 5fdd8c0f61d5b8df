-- version 1
-- Words that may have been meant. A plan that reads all words would be chosen for want of a better guess.
CREATE OR REPLACE FUNCTION words_near(typed text, at_most int) RETURNS SETOF text
LANGUAGE sql STABLE ROWS 20 SET enable_seqscan = off
AS $$ SELECT word FROM search_words WHERE spellings && near_spellings(typed) LIMIT at_most $$;
