ALTER TABLE "users" ADD COLUMN "blanks_events" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- As before, and when an account begins to leave or is kept: refresh_event_search leaves its name out.
CREATE OR REPLACE TRIGGER users_search_renamed AFTER UPDATE ON users FOR EACH ROW
WHEN (OLD.first_name <> NEW.first_name OR left(OLD.last_name, 1) <> left(NEW.last_name, 1)
  OR OLD.public_name <> NEW.public_name OR (OLD.deletion_at IS NULL) <> (NEW.deletion_at IS NULL))
EXECUTE FUNCTION search_renamed_creator();
