-- no transaction
-- One mail for a ticket, ever, was too few: there will be reminders and cancellations.
ALTER TABLE "mails" DROP CONSTRAINT IF EXISTS "mails_ticketId_unique";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_ticket" ON "mails" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_due" ON "mails" USING btree ("priority","next_attempt_at","kind") WHERE status = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "mails_dedupe" ON "mails" USING btree ("kind","dedupe_key") WHERE dedupe_key is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails_user_sent" ON "mails" USING btree ("user_id","kind","sent_at");--> statement-breakpoint
-- Replaced by mails_due and mails_user_sent; an older instance finds its way by those.
DROP INDEX CONCURRENTLY IF EXISTS "mails_waiting";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "mails_user_recent";
