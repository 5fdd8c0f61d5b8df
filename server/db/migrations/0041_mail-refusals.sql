CREATE TABLE "mail_refusals" (
	"address_hash" "bytea" PRIMARY KEY NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL
);
