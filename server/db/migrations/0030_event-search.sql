-- The events that are there already get their words by the job index-events, a few at a time.
CREATE TABLE "event_search" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"title" "tsvector" NOT NULL,
	"front" "tsvector" NOT NULL,
	"whole" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"spellings" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "event_search_title" ON "event_search" USING gin ("title");
--> statement-breakpoint
CREATE INDEX "event_search_front" ON "event_search" USING gin ("front");
--> statement-breakpoint
CREATE INDEX "event_search_whole" ON "event_search" USING gin ("whole");
--> statement-breakpoint
CREATE INDEX "search_words_spellings" ON "search_words" USING gin ("spellings");
--> statement-breakpoint
-- Lower case, without accents, cut at spaces and punctuation, which PostgreSQL's parser would otherwise make addresses and
-- paths of. Riddle's is found as riddles and as riddle. What is longer than 2,046 bytes is no word.
CREATE FUNCTION search_vector(value text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN strip(to_tsvector('simple',
  translate(fold(value), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)) || CASE WHEN strpos(fold(value), '''') > 0
    THEN ' ' || translate(fold(value), '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~''', repeat(' ', 31)) ELSE '' END));
--> statement-breakpoint
-- What remains of a word without one of its letters, or two from eight on: where two words have a remainder in common,
-- a few letters were left out, added, exchanged or typed in the wrong order. Its first eight letters are enough to find
-- it; how far apart the two are is reckoned afterwards.
CREATE FUNCTION near_spellings(word text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  WITH none AS (SELECT left(word, 8) AS rest),
  one AS (
    SELECT DISTINCT overlay(rest PLACING '' FROM place FOR 1) AS rest
    FROM none, generate_series(1, length(rest)) AS place
  ),
  two AS (
    SELECT DISTINCT overlay(rest PLACING '' FROM place FOR 1) AS rest
    FROM one, generate_series(1, length(rest)) AS place WHERE length(word) >= 8
  )
  SELECT array(SELECT rest FROM none UNION SELECT rest FROM one UNION SELECT rest FROM two)
$$;
--> statement-breakpoint
-- The link of a virtual event is for those who have booked: its venue is not searched. Numbers are not words in which a
-- slip could be forgiven. Words in order, so that two who write the same new words wait for each other, never in a circle.
CREATE FUNCTION refresh_event_search(event_ids int[]) RETURNS void LANGUAGE sql AS $$
  WITH texts AS MATERIALIZED (
    SELECT e.id, search_vector(e.title) AS title,
      search_vector(concat_ws(' ', e.title, CASE WHEN NOT e.is_virtual THEN e.venue END, e.town, u.first_name,
        left(u.last_name, 1))) AS front,
      search_vector(concat_ws(' ', e.description, e.artist_description, e.organizer_description)) AS rest
    FROM events e JOIN users u ON u.id = e.creator_id WHERE e.id = ANY (event_ids)
  ), known AS (
    INSERT INTO search_words (word, spellings)
    SELECT word, near_spellings(word)
    FROM (SELECT DISTINCT unnest(tsvector_to_array(front || rest)) FROM texts) AS fresh (word)
    WHERE word ~ '^[^0-9]{3,24}$' AND NOT EXISTS (SELECT FROM search_words k WHERE k.word = fresh.word)
    ORDER BY word ON CONFLICT DO NOTHING
  )
  INSERT INTO event_search (event_id, title, front, whole)
  SELECT id, title, front, front || rest FROM texts
  ON CONFLICT (event_id) DO UPDATE SET title = excluded.title, front = excluded.front, whole = excluded.whole
$$;
--> statement-breakpoint
CREATE FUNCTION search_new_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_event_search(ARRAY(SELECT id FROM fresh));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_changed_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN DELETE FROM event_search WHERE event_id = OLD.id;
  ELSE PERFORM refresh_event_search(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION search_renamed_creator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_event_search(ARRAY(SELECT id FROM events WHERE creator_id = NEW.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_search_inserted AFTER INSERT ON events
REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_new_events();
--> statement-breakpoint
-- A booking changes the row as well, and must not pay for this.
CREATE TRIGGER events_search_updated AFTER UPDATE ON events FOR EACH ROW
WHEN (OLD.title <> NEW.title OR OLD.venue <> NEW.venue OR OLD.town IS DISTINCT FROM NEW.town
  OR OLD.description <> NEW.description OR OLD.artist_description IS DISTINCT FROM NEW.artist_description
  OR OLD.organizer_description IS DISTINCT FROM NEW.organizer_description OR OLD.is_virtual <> NEW.is_virtual)
EXECUTE FUNCTION search_changed_event();
--> statement-breakpoint
CREATE TRIGGER events_search_deleted AFTER DELETE ON events FOR EACH ROW EXECUTE FUNCTION search_changed_event();
--> statement-breakpoint
CREATE TRIGGER users_search_renamed AFTER UPDATE ON users FOR EACH ROW
WHEN (OLD.first_name <> NEW.first_name OR left(OLD.last_name, 1) <> left(NEW.last_name, 1))
EXECUTE FUNCTION search_renamed_creator();
