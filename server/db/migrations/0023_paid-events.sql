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
CREATE INDEX "demo_refunds_charge" ON "demo_refunds" USING btree ("charge_id");--> statement-breakpoint
CREATE TABLE "money_entries" (
	"posting" text NOT NULL,
	"account" text NOT NULL,
	"order_id" integer NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "money_entries_posting_account_pk" PRIMARY KEY("posting","account"),
	CONSTRAINT "money_entries_amount" CHECK ("money_entries"."amount" <> 0),
	CONSTRAINT "money_entries_account" CHECK ("money_entries"."account" in ('provider', 'cash', 'bank', 'owed', 'sales', 'vat'))
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"key" text DEFAULT encode(uuid_send(gen_random_uuid()), 'hex') NOT NULL,
	"seats" integer NOT NULL,
	"unit_price" integer NOT NULL,
	"total" integer NOT NULL,
	"currency" text NOT NULL,
	"vat_rate" integer,
	"pay_by" text NOT NULL,
	"refund_days" integer,
	"title" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"venue" text NOT NULL,
	"state" text NOT NULL,
	"hold_until" timestamp with time zone NOT NULL,
	"ticket_id" integer,
	"refunded" integer DEFAULT 0 NOT NULL,
	"idempotency_key" text,
	"came_from" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "orders_key_unique" UNIQUE("key"),
	CONSTRAINT "orders_seats" CHECK ("orders"."seats" between 1 and 4),
	CONSTRAINT "orders_total" CHECK ("orders"."unit_price" > 0 and "orders"."total" = "orders"."unit_price" * "orders"."seats"),
	CONSTRAINT "orders_refunded" CHECK ("orders"."refunded" between 0 and "orders"."total"),
	CONSTRAINT "orders_currency" CHECK ("orders"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "orders_vat_rate" CHECK ("orders"."vat_rate" between 0 and 5000),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('open', 'to-pay', 'paid', 'expired', 'cancelled', 'too-late')),
	CONSTRAINT "orders_pay_by" CHECK ("orders"."pay_by" in ('card', 'door', 'transfer')),
	CONSTRAINT "orders_ticket" CHECK (("orders"."ticket_id" is not null) = ("orders"."state" in ('to-pay', 'paid'))),
	CONSTRAINT "orders_card" CHECK ("orders"."state" <> 'to-pay' or "orders"."pay_by" <> 'card')
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"key" text DEFAULT encode(uuid_send(gen_random_uuid()), 'hex') NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"checkout_id" text,
	"charge_id" text,
	"received" integer,
	"state" text DEFAULT 'new' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payments_key_unique" UNIQUE("key"),
	CONSTRAINT "payments_checkoutId_unique" UNIQUE("checkout_id"),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount" > 0),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('new', 'open', 'processing', 'paid', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "provider_signals" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"about" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "receipt_counters" (
	"seller_id" integer PRIMARY KEY NOT NULL,
	"last" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receipts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"seller_id" integer NOT NULL,
	"number" integer NOT NULL,
	"order_id" integer NOT NULL,
	"refund_id" integer,
	"name" text,
	"seller_name" text NOT NULL,
	"title" text NOT NULL,
	"seats" integer NOT NULL,
	"total" integer NOT NULL,
	"vat" integer NOT NULL,
	"vat_rate" integer,
	"currency" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"keep_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"payment_id" integer,
	"return_id" integer,
	"key" text DEFAULT encode(uuid_send(gen_random_uuid()), 'hex') NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"vat" integer,
	"cause" text NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "refunds_key_unique" UNIQUE("key"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('planned', 'started', 'pending', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "pay_by" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "vat_rate" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "refund_days" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "transfer_to" text;--> statement-breakpoint
ALTER TABLE "money_entries" ADD CONSTRAINT "money_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_counters" ADD CONSTRAINT "receipt_counters_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_return_id_ticket_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."ticket_returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_entries_order" ON "money_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "money_entries_at" ON "money_entries" USING brin ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_open" ON "orders" USING btree ("event_id","user_id") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_ticket_once" ON "orders" USING btree ("ticket_id") WHERE ticket_id is not null;--> statement-breakpoint
CREATE INDEX "orders_open" ON "orders" USING btree ("hold_until") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "orders_event" ON "orders" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("ended_at") WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX "payments_live" ON "payments" USING btree ("id") WHERE state in ('new', 'open', 'processing');--> statement-breakpoint
CREATE INDEX "provider_signals_unhandled" ON "provider_signals" USING btree ("received_at") WHERE handled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_number" ON "receipts" USING btree ("seller_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_order" ON "receipts" USING btree ("order_id") WHERE refund_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_refund" ON "receipts" USING btree ("refund_id") WHERE refund_id is not null;--> statement-breakpoint
CREATE INDEX "receipts_keep_until" ON "receipts" USING btree ("keep_until") WHERE name is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_return" ON "refunds" USING btree ("return_id") WHERE return_id is not null;--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("starts_at") WHERE state in ('planned', 'started', 'pending', 'failed');--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_paid" CHECK (cardinality("events"."pay_by") = 0 or (not "events"."is_free_of_charge" and "events"."selling_price" > 0));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_paid_by_order" CHECK (cardinality("events"."pay_by") = 0 or (not "events"."approval" and not "events"."confirm" and "events"."room_size" is null and "events"."admission" = 'book'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_vat_rate" CHECK ("events"."vat_rate" between 0 and 5000);--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_refund_days" CHECK ("events"."refund_days" between 0 and 90);
--> statement-breakpoint
-- Written by hand from here on.
-- Entries of money and receipts are never changed. A receipt loses its name when it need not be kept any longer.
CREATE FUNCTION money_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER money_entries_append_only BEFORE UPDATE OR DELETE ON "money_entries" FOR EACH ROW EXECUTE FUNCTION money_is_append_only();
--> statement-breakpoint
CREATE TRIGGER money_entries_never_emptied BEFORE TRUNCATE ON "money_entries" FOR EACH STATEMENT EXECUTE FUNCTION money_is_append_only();
--> statement-breakpoint
CREATE TRIGGER receipts_never_deleted BEFORE DELETE ON "receipts" FOR EACH ROW EXECUTE FUNCTION money_is_append_only();
--> statement-breakpoint
CREATE FUNCTION receipt_keeps_its_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name IS NOT NULL OR (to_jsonb(NEW) - 'name') <> (to_jsonb(OLD) - 'name') THEN
    RAISE EXCEPTION 'a receipt only ever loses its name';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER receipts_keep_their_word BEFORE UPDATE ON "receipts" FOR EACH ROW EXECUTE FUNCTION receipt_keeps_its_word();
--> statement-breakpoint
-- Checked at the commit, so that a backup may be read in by portions.
CREATE FUNCTION money_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(m.amount) <> 0 OR count(DISTINCT m.currency) > 1 OR count(DISTINCT m.order_id) > 1
      FROM money_entries m WHERE m.posting = NEW.posting) THEN
    RAISE EXCEPTION 'posting % does not balance', NEW.posting;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER money_entries_balance AFTER INSERT ON "money_entries" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION money_balances();
