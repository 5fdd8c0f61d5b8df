ALTER TABLE "ticket_places" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "ticket_places" ADD COLUMN "handed_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD COLUMN "places" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_returns" ADD COLUMN "undo_key" text;--> statement-breakpoint
-- Fewer seats than sent places could be left. Those who are in stay, then those who were sent one first.
WITH open AS (
  SELECT p.id, p.ticket_id, row_number() OVER (PARTITION BY p.ticket_id ORDER BY p.used_at IS NULL, p.id) AS place
  FROM ticket_places p WHERE p.taken_back_at IS NULL
), ended AS (
  UPDATE ticket_places p SET taken_back_at = now()
  FROM open JOIN tickets t ON t.id = open.ticket_id
  WHERE p.id = open.id AND p.used_at IS NULL AND open.place > t.number_of_tickets
  RETURNING p.ticket_id
)
-- Written again, so that doors learn of it.
UPDATE tickets t SET number_of_tickets = t.number_of_tickets FROM ended WHERE t.id = ended.ticket_id;
