ALTER TABLE "event_search" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- As before, and for the kinds of events, which are searched as well.
CREATE OR REPLACE TRIGGER events_search_updated AFTER UPDATE ON events FOR EACH ROW
WHEN (OLD.title <> NEW.title OR OLD.venue <> NEW.venue OR OLD.town IS DISTINCT FROM NEW.town
  OR OLD.description <> NEW.description OR OLD.artist_description IS DISTINCT FROM NEW.artist_description
  OR OLD.organizer_description IS DISTINCT FROM NEW.organizer_description OR OLD.is_virtual <> NEW.is_virtual
  OR OLD.categories <> NEW.categories)
EXECUTE FUNCTION search_changed_event();
--> statement-breakpoint
-- Suggestions are read from event_search; the words of titles are not kept a second time. The two tables are emptied, so
-- that no words of deleted titles stay, and dropped once no older version runs.
DROP TRIGGER events_words_inserted ON events;
--> statement-breakpoint
DROP TRIGGER events_words_updated ON events;
--> statement-breakpoint
DROP TRIGGER events_words_deleted ON events;
--> statement-breakpoint
TRUNCATE "title_words", "event_title_words";
