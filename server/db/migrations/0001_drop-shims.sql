-- Databases from before the baseline have more than it: what kept versions in step that were never released. None of it is
-- data: is_draft says what status says, and the two tables are empty. A new database has nothing of it.
DROP FUNCTION IF EXISTS book_tickets, book_seats, words_of, words_like, search_vector;
--> statement-breakpoint
DROP FUNCTION IF EXISTS add_title_words, keep_words_of_new_events, keep_words_of_changed_event;
--> statement-breakpoint
DROP TABLE IF EXISTS title_words, event_title_words;
--> statement-breakpoint
DROP FUNCTION IF EXISTS keep_status_in_step CASCADE;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER events_status_published_updated BEFORE UPDATE OF status ON events
FOR EACH ROW EXECUTE FUNCTION note_first_publication();
--> statement-breakpoint
-- With the indexes and the check that name it.
ALTER TABLE "events" DROP COLUMN IF EXISTS "is_draft";
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_draft_unbooked" CHECK ("events"."status" <> 'draft' or "events"."tickets_sold" = 0) NOT VALID;
