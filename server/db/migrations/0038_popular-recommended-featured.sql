CREATE TABLE "featured_events" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"place" integer NOT NULL,
	"chosen_by" integer,
	"chosen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "popular_days" (
	"day" date NOT NULL,
	"bucket" integer NOT NULL,
	"bookings" numeric(12, 1) NOT NULL,
	"events" integer NOT NULL,
	CONSTRAINT "popular_days_day_bucket_bookings_pk" PRIMARY KEY("day","bucket","bookings")
);
--> statement-breakpoint
CREATE TABLE "popular_events" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"place" integer NOT NULL,
	"score" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "popular_usual" (
	"bucket" integer PRIMARY KEY NOT NULL,
	"usual" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "not_for_me" (
	"user_id" integer NOT NULL,
	"event_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "not_for_me_user_id_event_id_pk" PRIMARY KEY("user_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "recommendations" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"picks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reckoned_at" timestamp with time zone,
	"uses_history" boolean DEFAULT true NOT NULL,
	"fresh_since" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "featured_events" ADD CONSTRAINT "featured_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "featured_events" ADD CONSTRAINT "featured_events_chosen_by_users_id_fk" FOREIGN KEY ("chosen_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "not_for_me" ADD CONSTRAINT "not_for_me_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "not_for_me" ADD CONSTRAINT "not_for_me_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "popular_events_place" ON "popular_events" USING btree ("place");--> statement-breakpoint
CREATE INDEX "not_for_me_event" ON "not_for_me" USING btree ("event_id");