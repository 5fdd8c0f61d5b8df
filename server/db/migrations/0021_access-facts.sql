ALTER TABLE "events" ADD COLUMN "access_facts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "language" text;--> statement-breakpoint
CREATE INDEX "events_public_access" ON "events" USING gin ("access_facts") WHERE "events"."status" = 'published' and "events"."hidden_at" is null and access_facts <> '{}';
--> statement-breakpoint
-- A booking changes the row as well, and must not pay for this.
CREATE OR REPLACE TRIGGER events_search_updated AFTER UPDATE ON events FOR EACH ROW
WHEN (OLD.title <> NEW.title OR OLD.venue <> NEW.venue OR OLD.town IS DISTINCT FROM NEW.town
  OR OLD.description <> NEW.description OR OLD.artist_description IS DISTINCT FROM NEW.artist_description
  OR OLD.organizer_description IS DISTINCT FROM NEW.organizer_description OR OLD.is_virtual <> NEW.is_virtual
  OR OLD.categories <> NEW.categories OR OLD.access_facts <> NEW.access_facts)
EXECUTE FUNCTION search_changed_event();
