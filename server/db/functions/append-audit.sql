-- version 2
-- The only way into the audit log: one line after the other, each with the hash of the one before it. The writer holds
-- the head until the transaction is over, so that there are no two lines of one number. Lines that were taken off the end
-- stay missing, because the head remembers them. The same hash: server/modules/moderation/audit-check.ts.
CREATE OR REPLACE FUNCTION append_audit_line(happened timestamptz, actor int, what text, about text, words bytea, record bytea)
RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
  head audit_head;
  last audit_log;
  number bigint;
  digest bytea;
BEGIN
  INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '') ON CONFLICT (id) DO NOTHING;
  SELECT * INTO head FROM audit_head WHERE id = 1 FOR UPDATE;
  SELECT * INTO last FROM audit_log ORDER BY seq DESC LIMIT 1;
  IF last.seq > head.seq THEN
    head.seq := last.seq;
    head.hash := last.hash;
  END IF;
  number := head.seq + 1;
  -- concat_ws leaves out what is null: lines without a record are hashed as they always were.
  digest := sha256(convert_to(concat_ws('|', number, to_char(happened AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    coalesce(actor::text, ''), what, about, coalesce(encode(words, 'hex'), ''), encode(head.hash, 'hex'),
    encode(record, 'hex')), 'UTF8'));
  INSERT INTO audit_log (seq, at, actor_id, code, subject, words_hash, record_hash, previous_hash, hash)
  VALUES (number, happened, actor, what, about, words, record, head.hash, digest);
  UPDATE audit_head SET seq = number, hash = digest WHERE id = 1;
  RETURN number;
END
$$;

-- For lines about no decision, and for versions that know no other.
CREATE OR REPLACE FUNCTION append_audit(happened timestamptz, actor int, what text, about text, words bytea)
RETURNS bigint
LANGUAGE sql
AS $$ SELECT append_audit_line(happened, actor, what, about, words, NULL) $$;
