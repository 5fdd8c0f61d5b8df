CREATE TABLE "event_emails" (
	"event_id" integer NOT NULL,
	"kind" text NOT NULL,
	"enabled" boolean NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"hours" integer NOT NULL,
	CONSTRAINT "event_emails_event_id_kind_pk" PRIMARY KEY("event_id","kind"),
	CONSTRAINT "event_emails_kind" CHECK ("event_emails"."kind" in ('welcome', 'reminder', 'thanks')),
	CONSTRAINT "event_emails_hours" CHECK ("event_emails"."hours" between 1 and 168)
);
--> statement-breakpoint
CREATE TABLE "thank_yous" (
	"ticket_id" integer PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social_posts" (
	"event_id" integer NOT NULL,
	"network" text NOT NULL,
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"minutes_before" integer,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "social_posts_event_id_network_pk" PRIMARY KEY("event_id","network"),
	CONSTRAINT "social_posts_network" CHECK ("social_posts"."network" in ('facebook', 'instagram', 'twitter', 'tiktok'))
);
--> statement-breakpoint
ALTER TABLE "event_emails" ADD CONSTRAINT "event_emails_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thank_yous" ADD CONSTRAINT "thank_yous_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_posts" ADD CONSTRAINT "social_posts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_posts" ADD CONSTRAINT "social_posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "social_posts_waiting" ON "social_posts" USING btree ("event_id") WHERE minutes_before is not null and reminded_at is null;