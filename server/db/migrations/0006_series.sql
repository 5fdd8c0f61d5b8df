CREATE TABLE "event_series" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "event_series_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"creator_id" integer NOT NULL,
	"manager_ids" integer[] DEFAULT '{}' NOT NULL,
	"extra_days" text[] DEFAULT '{}' NOT NULL,
	"skipped_days" text[] DEFAULT '{}' NOT NULL,
	"paused_from" date,
	"paused_until" date,
	"ends_before" date,
	"standing_allowed" boolean DEFAULT false NOT NULL,
	"standing_seats" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"creation_key" text,
	"creation_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_series_pause" CHECK (("event_series"."paused_from" is null) = ("event_series"."paused_until" is null)),
	CONSTRAINT "event_series_standing" CHECK ("event_series"."standing_seats" >= 1)
);
--> statement-breakpoint
CREATE TABLE "series_follows" (
	"user_id" integer NOT NULL,
	"series_id" integer NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_follows_user_id_series_id_pk" PRIMARY KEY("user_id","series_id")
);
--> statement-breakpoint
CREATE TABLE "series_versions" (
	"series_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"first_day" date NOT NULL,
	"rule" jsonb NOT NULL,
	"local_start" text NOT NULL,
	"minutes" integer NOT NULL,
	"body" jsonb NOT NULL,
	"image_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "series_versions_series_id_from_day_pk" PRIMARY KEY("series_id","from_day"),
	CONSTRAINT "series_versions_minutes" CHECK ("series_versions"."minutes" >= 1)
);
--> statement-breakpoint
CREATE TABLE "standing_places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "standing_places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"series_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"number_of_tickets" integer NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ending" text,
	CONSTRAINT "standing_places_seats" CHECK ("standing_places"."number_of_tickets" between 1 and 4),
	CONSTRAINT "standing_places_ended" CHECK (("standing_places"."ended_at" is null) = ("standing_places"."ending" is null))
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_id" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_day" date;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "own_fields" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_series" ADD CONSTRAINT "event_series_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_follows" ADD CONSTRAINT "series_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_follows" ADD CONSTRAINT "series_follows_series_id_event_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."event_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_versions" ADD CONSTRAINT "series_versions_series_id_event_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."event_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_places" ADD CONSTRAINT "standing_places_series_id_event_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."event_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standing_places" ADD CONSTRAINT "standing_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "event_series_creation_key" ON "event_series" USING btree ("creator_id","creation_key");--> statement-breakpoint
CREATE INDEX "event_series_managers" ON "event_series" USING gin ("manager_ids") WHERE manager_ids <> '{}';--> statement-breakpoint
CREATE INDEX "series_follows_series" ON "series_follows" USING btree ("series_id","user_id");--> statement-breakpoint
CREATE INDEX "series_versions_image_url" ON "series_versions" USING hash ("image_url");--> statement-breakpoint
CREATE UNIQUE INDEX "standing_places_open" ON "standing_places" USING btree ("series_id","user_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "standing_places_user" ON "standing_places" USING btree ("user_id","series_id");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_series_id_event_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."event_series"("id") ON DELETE no action ON UPDATE no action NOT VALID;
