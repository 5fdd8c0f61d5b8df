-- Expands only.
CREATE TABLE "calendar_feeds" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_secretHash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "follow_digests" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"user_id" integer NOT NULL,
	"creator_id" integer NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_user_id_creator_id_pk" PRIMARY KEY("user_id","creator_id"),
	CONSTRAINT "follows_others" CHECK ("follows"."user_id" <> "follows"."creator_id")
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "public_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "public_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_digests" ADD CONSTRAINT "follow_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follows_creator" ON "follows" USING btree ("creator_id","user_id");
--> statement-breakpoint
-- Events from before keep none. A trigger, so that the version before notes it too; its name comes after that of the one
-- which makes the status from is_draft.
CREATE FUNCTION note_first_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'published' AND NEW.published_at IS NULL AND (TG_OP = 'INSERT' OR OLD.status = 'draft') THEN
    NEW.published_at := now();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER events_status_published_inserted BEFORE INSERT ON events
FOR EACH ROW EXECUTE FUNCTION note_first_publication();
--> statement-breakpoint
-- Only where the state is written: a booking does not pay for it.
CREATE TRIGGER events_status_published_updated BEFORE UPDATE OF is_draft, status ON events
FOR EACH ROW EXECUTE FUNCTION note_first_publication();
--> statement-breakpoint
-- As before, but for the name that creators chose.
CREATE OR REPLACE FUNCTION refresh_event_search(event_ids int[]) RETURNS void LANGUAGE sql AS $$
  WITH texts AS MATERIALIZED (
    SELECT e.id, search_vector(e.title) AS title,
      search_vector(concat_ws(' ', e.title, CASE WHEN NOT e.is_virtual THEN e.venue END, e.town,
        coalesce(nullif(u.public_name, ''), concat_ws(' ', u.first_name, left(u.last_name, 1))))) AS front,
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
CREATE OR REPLACE TRIGGER users_search_renamed AFTER UPDATE ON users FOR EACH ROW
WHEN (OLD.first_name <> NEW.first_name OR left(OLD.last_name, 1) <> left(NEW.last_name, 1)
  OR OLD.public_name <> NEW.public_name)
EXECUTE FUNCTION search_renamed_creator();
