CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"source" text NOT NULL,
	"guests" integer NOT NULL,
	"seats" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undo_until" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_in" "xid8",
	CONSTRAINT "imports_undone_once" CHECK (("imports"."undone_at" is null) = ("imports"."undone_in" is null))
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "import_ref" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "import_code" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "import_code_is_hard" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_event" ON "imports" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "imports_undone" ON "imports" USING btree ("event_id","undone_in") WHERE undone_in is not null;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_import" ON "tickets" USING btree ("import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_import_ref" ON "tickets" USING btree ("event_id","import_ref") WHERE import_ref is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_import_code" ON "tickets" USING btree ("event_id","import_code") WHERE import_code is not null;