-- Expands only: new tables, which nothing of the version before reads.
CREATE TABLE "notice_settings" (
	"user_id" integer NOT NULL,
	"notice" text NOT NULL,
	"mail" boolean NOT NULL,
	"push" boolean NOT NULL,
	CONSTRAINT "notice_settings_user_id_notice_pk" PRIMARY KEY("user_id","notice")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reminder_rounds" (
	"event_id" integer NOT NULL,
	"which" text NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	CONSTRAINT "reminder_rounds_event_id_which_start_time_pk" PRIMARY KEY("event_id","which","start_time"),
	CONSTRAINT "reminder_rounds_which" CHECK ("reminder_rounds"."which" in ('early', 'late'))
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"ticket_id" integer NOT NULL,
	"which" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_ticket_id_which_pk" PRIMARY KEY("ticket_id","which"),
	CONSTRAINT "reminders_which" CHECK ("reminders"."which" in ('early', 'late'))
);
--> statement-breakpoint
CREATE TABLE "ticket_places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"code" text DEFAULT encode(uuid_send(gen_random_uuid()), 'hex') NOT NULL,
	"used_at" timestamp with time zone,
	"taken_back_at" timestamp with time zone,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_places_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_rounds" ADD CONSTRAINT "reminder_rounds_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_places" ADD CONSTRAINT "ticket_places_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "questions_event" ON "questions" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "questions_user" ON "questions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "questions_idempotency" ON "questions" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "ticket_places_ticket" ON "ticket_places" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_places_idempotency" ON "ticket_places" USING btree ("ticket_id","idempotency_key");