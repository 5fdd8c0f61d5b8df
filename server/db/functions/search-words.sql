-- version 4
-- What events are found by: their words, lower case and without accents. server/modules/events/search-words.ts reads what
-- somebody types by search_fold too. Raise the number in refresh_event_search when the words of an event change; the job
-- index-events then writes them again.

-- One spelling for what sounds the same: accents, apostrophes, the forms of Arabic letters, the final sigma. C++
-- and C# are words.
CREATE OR REPLACE FUNCTION search_fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE folded text := fold(value);
BEGIN
  -- Most texts have nothing of this, and translate takes its time.
  IF octet_length(folded) > length(folded) THEN
    folded := translate(folded, '’‘ʼ׳´أإآٱىةؤئς' || U&'\0640\064B\064C\064D\064E\064F\0650\0651\0652', '''''''''''اااايهويσ');
  END IF;
  IF folded ~ '[a-z](\+\+|#)' THEN
    folded := regexp_replace(regexp_replace(folded, '\m([a-z])\+\+', '\1plusplus', 'g'), '\m([a-z])#', '\1sharp', 'g');
  END IF;
  -- Ke$ha and P!nk
  IF folded ~ '[a-z][$!][a-z]' THEN
    folded := regexp_replace(regexp_replace(folded, '([a-z])\$(?=[a-z])', '\1s', 'g'), '([a-z])!(?=[a-z])', '\1i', 'g');
  END IF;
  RETURN folded;
END $$;

-- Stand-up is found as stand, up and standup, O'Connell's as connell and oconnells. Where people
-- write without gaps each two characters are a word, so that any part of a run is found. What is longer than 40
-- characters is no word.
CREATE OR REPLACE FUNCTION search_lexemes(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  gaps text := U&'\00A0\3000\200B\200E\200F' || E'\t\n\r';
  signs text := '!"#$%&''()*+,-./:;<=>?@[\]^_{|}~`«»„“”–—‐‑…·•¡¿§©®™、。「」『』《》〈〉・！？，．：；（）【】～؟،؛־।॥';
  folded text := search_fold(value);
  apart text;
  together text;
  words text[];
  is_ascii boolean := octet_length(folded) = length(folded);
BEGIN
  IF is_ascii THEN signs := left(signs, 32); gaps := right(gaps, 3); END IF;
  folded := translate(folded, gaps, repeat(' ', length(gaps)));
  apart := translate(folded, signs, repeat(' ', length(signs)));
  together := translate(folded, signs, '');
  words := string_to_array(apart, ' ') || string_to_array(together, ' ');
  -- Arabic words with the article, and Hebrew ones with a little word in front, are found without it.
  IF NOT is_ascii AND apart ~ '[א-ת\u0620-\u064a]' THEN
    words := words || array(SELECT regexp_replace(word, '^(وال|بال|ال|[הבלומשכ])', '')
      FROM unnest(words) AS word WHERE word ~ '^((وال|بال|ال)..|[הבלומשכ][א-ת]{3})');
  END IF;
  IF NOT is_ascii AND apart ~ '[\u0e00-\u0e7f\u2600-\u27bf\u3005\u3040-\u9fff\uac00-\ud7af\uf900-\ufaff\U0001F300-\U0001FAFF]' THEN
    -- Not by substr, which counts from the beginning each time: ten thousand characters took two seconds.
    words := words || array(SELECT letter || lead(letter, 1, '') OVER (PARTITION BY run ORDER BY place)
      FROM regexp_matches(apart,
        '([\u0e00-\u0e7f\u2600-\u27bf\u3005\u3040-\u9fff\uac00-\ud7af\uf900-\ufaff\U0001F300-\U0001FAFF]+)', 'g')
        WITH ORDINALITY AS runs (matched, run),
        unnest(string_to_array(matched[1], NULL)) WITH ORDINALITY AS letters (letter, place)
      ORDER BY run, place);
  END IF;
  RETURN array(SELECT word FROM unnest(words) AS word WHERE word <> '' AND length(word) <= 40);
END $$;

-- What people type for a kind of event. `other` says nothing.
CREATE OR REPLACE FUNCTION category_words(categories text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(CASE kind
    WHEN 'music' THEN 'music gig gigs concert concerts live'
    WHEN 'theatre' THEN 'theatre theater play plays drama stage show shows'
    WHEN 'film' THEN 'film films movie movies cinema screening'
    WHEN 'art' THEN 'art arts exhibition exhibitions'
    WHEN 'books' THEN 'books book literature reading readings author'
    WHEN 'talks' THEN 'talks talk lecture lectures discussion'
    WHEN 'food' THEN 'food drink drinks eating tasting'
    WHEN 'sport' THEN 'sport sports fitness exercise'
    WHEN 'outdoors' THEN 'outdoors outdoor outside nature hike hiking'
    WHEN 'games' THEN 'games game gaming'
    WHEN 'families' THEN 'families family kids kid children child'
    WHEN 'wellbeing' THEN 'wellbeing wellness health relaxation'
    WHEN 'tech' THEN 'tech technology coding programming software'
    WHEN 'business' THEN 'business networking career careers'
    WHEN 'community' THEN 'community local neighbourhood volunteering'
    END, ' ') FROM unnest(categories) AS kind
$$;

-- What people type who need it. In the descriptions' words: "quiet" is no kind of event.
CREATE OR REPLACE FUNCTION access_words(facts text[]) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(CASE fact
    WHEN 'step-free' THEN 'step-free wheelchair accessible access'
    WHEN 'accessible-toilet' THEN 'accessible toilet'
    WHEN 'hearing-loop' THEN 'hearing induction loop'
    WHEN 'captions' THEN 'captions captioned subtitles'
    WHEN 'sign-language' THEN 'sign language interpreted isl bsl'
    WHEN 'quiet-space' THEN 'quiet space'
    WHEN 'companion-free' THEN 'companion carer'
    END, ' ') FROM unnest(facts) AS fact
$$;

-- The link of a virtual event is for those who have booked: its venue is not searched. A slip is forgiven in words of title,
-- venue, town, kind and organiser only; those without digits are kept to compare with. Words in order, so that two who
-- write the same new words wait for each other and never deadlock.
CREATE OR REPLACE FUNCTION refresh_event_search(event_ids int[]) RETURNS void LANGUAGE sql AS $$
  WITH texts AS MATERIALIZED (
    SELECT e.id, array_to_tsvector(search_lexemes(e.title)
        -- The The, which are little words and nothing else.
        || CASE WHEN length(e.title) <= 24 THEN search_lexemes(replace(e.title, ' ', '')) ELSE '{}' END) AS title,
      array_to_tsvector(search_lexemes(concat_ws(' ', e.title, CASE WHEN NOT e.is_virtual THEN e.venue END, e.town,
        category_words(e.categories),
        -- An account that is about to be deleted, or was, is not found by its name.
        CASE WHEN u.deletion_at IS NULL
          THEN coalesce(nullif(u.public_name, ''), concat_ws(' ', u.first_name, left(u.last_name, 1))) END))) AS front,
      array_to_tsvector(search_lexemes(
        concat_ws(' ', e.description, e.artist_description, e.organizer_description,
          access_words(e.access_facts)))) AS rest
    FROM events e JOIN users u ON u.id = e.creator_id WHERE e.id = ANY (event_ids)
  ), known AS (
    INSERT INTO search_words (word, spellings)
    SELECT word, near_spellings(word)
    FROM (SELECT DISTINCT unnest(tsvector_to_array(front)) FROM texts) AS fresh (word)
    WHERE word ~ '^[^0-9]{4,24}$' AND NOT EXISTS (SELECT FROM search_words k WHERE k.word = fresh.word)
    ORDER BY word ON CONFLICT DO NOTHING
  )
  INSERT INTO event_search (event_id, title, front, whole, version)
  SELECT id, title, front || title, front || title || rest, 4 FROM texts
  ON CONFLICT (event_id) DO UPDATE
  SET title = excluded.title, front = excluded.front, whole = excluded.whole, version = excluded.version
$$;
