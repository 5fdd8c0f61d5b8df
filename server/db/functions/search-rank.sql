-- version 1
-- The order of what a search finds. First comes what has every word in its title; then what has them in the title, the
-- venue, the town and the name of its organiser; then what has them in its description too. After these the same three
-- again with typing errors forgiven. Of two alike the sooner comes first; what is over comes after all that is to come.
-- 4 to 6 need `forgiven`; without it whatever is not found exactly is a 6.
CREATE OR REPLACE FUNCTION search_rank(title tsvector, front tsvector, whole tsvector, asked tsquery, forgiven tsquery)
RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN title @@ asked THEN 1
  WHEN front @@ asked THEN 2
  WHEN whole @@ asked THEN 3
  WHEN title @@ forgiven THEN 4
  WHEN front @@ forgiven THEN 5
  ELSE 6
END;
