DROP INDEX "team_invitations_address";--> statement-breakpoint
ALTER TABLE "team_invitations" ADD COLUMN "is_handover" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_handover" ON "team_invitations" USING btree ("event_id") WHERE is_handover;--> statement-breakpoint
CREATE UNIQUE INDEX "team_invitations_address" ON "team_invitations" USING btree ("event_id",lower("email"),"is_handover");