CREATE TABLE "event_title_words" (
	"word" text COLLATE "C" NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"event_id" integer NOT NULL,
	CONSTRAINT "event_title_words_word_end_time_event_id_pk" PRIMARY KEY("word","end_time","event_id")
);
--> statement-breakpoint
CREATE TABLE "title_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "title_words_trigrams" ON "title_words" USING gin ("word" gin_trgm_ops);
--> statement-breakpoint
-- Lower case, without accents, cut at spaces and punctuation; each word once.
CREATE FUNCTION words_of(title text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE ROWS 6
AS $$ SELECT DISTINCT word FROM regexp_split_to_table(fold(title), '[\s[:punct:]]+') AS word WHERE word <> '' $$;
--> statement-breakpoint
-- Two letters that changed places in a word of six share a quarter of its trigrams. A plan made while the table was small
-- must not walk through it once it is large.
CREATE FUNCTION words_like(typed text, at_most int) RETURNS SETOF text LANGUAGE sql STABLE ROWS 8
SET pg_trgm.similarity_threshold = 0.25 SET enable_seqscan = off
AS $$ SELECT word FROM title_words WHERE word % typed ORDER BY similarity(word, typed) DESC, word LIMIT at_most $$;
--> statement-breakpoint
-- Words in order, so that two who write the same new words wait for each other and never in a circle.
CREATE FUNCTION add_title_words(event_ids int[]) RETURNS void LANGUAGE sql AS $$
  WITH fresh AS MATERIALIZED (
    SELECT words.word, e.end_time, e.id FROM events e CROSS JOIN LATERAL words_of(e.title) AS words (word)
    WHERE e.id = ANY (event_ids) AND NOT e.is_draft
  ), known AS (
    INSERT INTO title_words (word) SELECT DISTINCT word FROM fresh ORDER BY word ON CONFLICT DO NOTHING
  )
  INSERT INTO event_title_words (word, end_time, event_id) SELECT word, end_time, id FROM fresh ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
-- Once a statement: a million events made at once are one insert here too.
CREATE FUNCTION keep_words_of_new_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_title_words(ARRAY(SELECT id FROM fresh));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_words_of_changed_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_title_words
  WHERE word IN (SELECT words_of(OLD.title)) AND end_time = OLD.end_time AND event_id = OLD.id;
  IF TG_OP = 'UPDATE' THEN PERFORM add_title_words(ARRAY[NEW.id]); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_words_inserted AFTER INSERT ON events
REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_words_of_new_events();
--> statement-breakpoint
-- A booking changes the row as well, and must not pay for this.
CREATE TRIGGER events_words_updated AFTER UPDATE ON events FOR EACH ROW
WHEN (OLD.title IS DISTINCT FROM NEW.title OR OLD.end_time <> NEW.end_time OR OLD.is_draft <> NEW.is_draft)
EXECUTE FUNCTION keep_words_of_changed_event();
--> statement-breakpoint
CREATE TRIGGER events_words_deleted AFTER DELETE ON events FOR EACH ROW EXECUTE FUNCTION keep_words_of_changed_event();
--> statement-breakpoint
SELECT add_title_words(ARRAY(SELECT id FROM events));
