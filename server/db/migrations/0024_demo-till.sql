CREATE TABLE "demo_checkouts" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"order_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"return_url" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"charge_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_checkouts_paymentId_unique" UNIQUE("payment_id"),
	CONSTRAINT "demo_checkouts_chargeId_unique" UNIQUE("charge_id"),
	CONSTRAINT "demo_checkouts_amount" CHECK ("demo_checkouts"."amount" > 0),
	CONSTRAINT "demo_checkouts_paid" CHECK (("demo_checkouts"."state" = 'paid') = ("demo_checkouts"."charge_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "demo_refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"charge_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_refunds_amount" CHECK ("demo_refunds"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "demo_refunds" ADD CONSTRAINT "demo_refunds_charge_id_demo_checkouts_charge_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."demo_checkouts"("charge_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "demo_refunds_charge" ON "demo_refunds" USING btree ("charge_id");