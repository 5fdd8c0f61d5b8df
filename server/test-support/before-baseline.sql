create extension if not exists pg_trgm;
create extension if not exists unaccent;
set check_function_bodies = off;
CREATE OR REPLACE FUNCTION public.fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(unaccent('unaccent'::regdictionary, value))
;
CREATE OR REPLACE FUNCTION public.book_tickets(user_ids integer[], event_ids integer[], quantities integer[], keys text[], at timestamp with time zone)
 RETURNS TABLE(place integer, outcome text, ticket integer, booked_at timestamp with time zone, seats_left integer)
 LANGUAGE sql
AS $function$
  SELECT place, CASE WHEN outcome IN ('unsettled', 'waiting') THEN 'sold_out'
      WHEN outcome IN ('event_cancelled', 'event_postponed') THEN 'event_not_found' ELSE outcome END,
    ticket, booked_at, seats_left
  FROM book_seats(user_ids, event_ids, quantities, keys, at)
$function$
;
CREATE OR REPLACE FUNCTION public.words_of(title text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT ROWS 6
AS $function$ SELECT DISTINCT word FROM regexp_split_to_table(fold(title), '[\s[:punct:]]+') AS word WHERE word <> '' $function$
;
CREATE OR REPLACE FUNCTION public.words_like(typed text, at_most integer)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE ROWS 8
 SET "pg_trgm.similarity_threshold" TO '0.25'
 SET enable_seqscan TO 'off'
AS $function$
  SELECT word FROM (SELECT word FROM title_words WHERE word % typed LIMIT 5000) AS alike
  ORDER BY similarity(word, typed) DESC, word LIMIT at_most
$function$
;
CREATE OR REPLACE FUNCTION public.add_title_words(event_ids integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  WITH fresh AS MATERIALIZED (
    SELECT words.word, e.end_time, e.id FROM events e CROSS JOIN LATERAL words_of(e.title) AS words (word)
    WHERE e.id = ANY (event_ids) AND e.status = 'published' AND e.hidden_at IS NULL
  ), known AS (
    INSERT INTO title_words (word) SELECT DISTINCT word FROM fresh ORDER BY word ON CONFLICT DO NOTHING
  )
  INSERT INTO event_title_words (word, end_time, event_id) SELECT word, end_time, id FROM fresh ON CONFLICT DO NOTHING
$function$
;
CREATE OR REPLACE FUNCTION public.keep_words_of_new_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM add_title_words(ARRAY(SELECT id FROM fresh));
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.keep_words_of_changed_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM event_title_words
  WHERE word IN (SELECT words_of(OLD.title)) AND end_time = OLD.end_time AND event_id = OLD.id;
  IF TG_OP = 'UPDATE' THEN PERFORM add_title_words(ARRAY[NEW.id]); END IF;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.add_job(kind text, payload jsonb DEFAULT '{}'::jsonb, priority integer DEFAULT 20, run_at timestamp with time zone DEFAULT now(), dedupe_key text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  INSERT INTO jobs AS waiting (kind, payload, priority, next_attempt_at, dedupe_key) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (kind, dedupe_key) WHERE dedupe_key IS NOT NULL DO UPDATE
    SET next_attempt_at = least(waiting.next_attempt_at, excluded.next_attempt_at),
      priority = least(waiting.priority, excluded.priority)
  RETURNING id
$function$
;
CREATE OR REPLACE FUNCTION public.keep_status_in_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.status IS NULL OR
    (TG_OP = 'UPDATE' AND NEW.status = OLD.status AND NEW.is_draft <> OLD.is_draft) THEN
    NEW.status := CASE WHEN NEW.is_draft THEN 'draft' ELSE 'published' END;
  ELSE
    NEW.is_draft := NEW.status = 'draft';
  END IF;
  RETURN NEW;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_ticket_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.changed_in := pg_current_xact_id();
  RETURN NEW;
END $function$
;
CREATE OR REPLACE FUNCTION public.search_vector(value text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN strip(to_tsvector('simple'::regconfig, (translate(fold(value), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~'::text, repeat(' '::text, 32)) || CASE WHEN (strpos(fold(value), ''''::text) > 0) THEN (' '::text || translate(fold(value), '!"#$%&()*+,-./:;<=>?@[\]^_`{|}~'''::text, repeat(' '::text, 31))) ELSE ''::text END)))
;
CREATE OR REPLACE FUNCTION public.near_spellings(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  WITH none AS (SELECT left(word, 8) AS rest),
  one AS (
    SELECT DISTINCT overlay(rest PLACING '' FROM place FOR 1) AS rest
    FROM none, generate_series(1, length(rest)) AS place
  ),
  two AS (
    SELECT DISTINCT overlay(rest PLACING '' FROM place FOR 1) AS rest
    FROM one, generate_series(1, length(rest)) AS place WHERE length(word) >= 8
  )
  SELECT array(SELECT rest FROM none UNION SELECT rest FROM one UNION SELECT rest FROM two)
$function$
;
CREATE OR REPLACE FUNCTION public.search_new_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refresh_event_search(ARRAY(SELECT id FROM fresh));
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.search_changed_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' THEN DELETE FROM event_search WHERE event_id = OLD.id;
  ELSE PERFORM refresh_event_search(ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.search_renamed_creator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM refresh_event_search(ARRAY(SELECT id FROM events WHERE creator_id = NEW.id));
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.note_first_publication()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NEW.status = 'published' AND NEW.published_at IS NULL AND (TG_OP = 'INSERT' OR OLD.status = 'draft') THEN
    NEW.published_at := now();
  END IF;
  RETURN NEW;
END $function$
;
CREATE OR REPLACE FUNCTION public.few_places_left()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  IF EXISTS (SELECT 1 FROM favourites f WHERE f.event_id = NEW.id AND f.few_told_at IS NULL) THEN
    PERFORM add_job('tell-few-left', jsonb_build_object('eventId', NEW.id), 10, now(), NEW.id::text);
  END IF;
  RETURN NULL;
END $function$
;
CREATE OR REPLACE FUNCTION public.audit_log_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only.' USING ERRCODE = 'insufficient_privilege';
END
$function$
;
CREATE OR REPLACE FUNCTION public.book_seats(user_ids integer[], event_ids integer[], quantities integer[], keys text[], at timestamp with time zone)
 RETURNS TABLE(place integer, outcome text, ticket integer, booked_at timestamp with time zone, seats_left integer, quantity integer)
 LANGUAGE sql
AS $function$
  SELECT place, CASE outcome WHEN 'booking_closed' THEN 'event_ended' WHEN 'per_person_limit' THEN 'sold_out' ELSE outcome END,
    ticket, booked_at, seats_left, quantity
  FROM book_places(user_ids, event_ids, quantities, keys, array_fill(null::text, ARRAY[cardinality(user_ids)]), at)
$function$
;
create table address_changes (id integer generated always as identity not null, user_id integer not null, email text not null, expires_at timestamp with time zone not null, created_at timestamp with time zone default now() not null);
create table announcements (event_id integer not null, announced_at timestamp with time zone not null);
create table audit_head (id integer not null, seq bigint not null, hash bytea not null);
create table audit_log (seq bigint not null, at timestamp with time zone not null, actor_id integer, code text not null, subject text not null, words_hash bytea, previous_hash bytea not null, hash bytea not null, record_hash bytea);
create table blocked_domains (domain text not null, decision_id integer, created_at timestamp with time zone default now() not null);
create table calendar_feeds (user_id integer not null, secret_hash bytea not null, created_at timestamp with time zone default now() not null);
create table data_exports (id integer generated always as identity not null, user_id integer not null, state text default 'preparing'::text not null, key text, bytes bigint, created_at timestamp with time zone default now() not null, ready_at timestamp with time zone, expires_at timestamp with time zone, idempotency_key text);
create table decisions (id integer generated always as identity not null, reference text not null, act text not null, subject_kind text not null, subject_id integer, domain text, concerned_id integer, reason text not null, words_id integer, moderator_id integer, until timestamp with time zone, keeps_events boolean default false not null, is_automated boolean default false not null, created_at timestamp with time zone default now() not null, objected_at timestamp with time zone, objection_words_id integer, outcome text, outcome_at timestamp with time zone, outcome_by integer, outcome_words_id integer, idempotency_key text, objection_key text);
create table deleted_events (id integer not null, deleted_at timestamp with time zone default now() not null);
create table digests (user_id integer not null, until timestamp with time zone not null);
create table door_links (id integer generated always as identity not null, event_id integer not null, token_hash bytea not null, name text not null, may_add boolean not null, created_by integer not null, created_at timestamp with time zone default now() not null, revoked_at timestamp with time zone, admitted integer default 0 not null, over_limit integer default 0 not null);
create table door_scans (link_id integer not null, id text not null, event_id integer not null, ticket_id integer, kind text not null, code_hash bytea, name text, seats integer not null, seen integer, undoes text, reason text, said_over boolean default false not null, at timestamp with time zone not null, corrected_at timestamp with time zone not null, received_at timestamp with time zone not null, verdict text not null, admitted integer not null, total integer not null, places integer not null, first_at timestamp with time zone, first_door text, over integer default 0 not null, counts integer default 0 not null, is_undone boolean default false not null, place_id integer, conflict text);
create table event_history (id integer generated always as identity not null, event_id integer not null, user_id integer, act text not null, at timestamp with time zone default now() not null);
create table event_scores (event_id integer not null, score integer not null, scored_at timestamp with time zone not null, looked_at timestamp with time zone);
create table event_search (event_id integer not null, title tsvector not null, front tsvector not null, whole tsvector not null, version integer default 1 not null);
create table event_title_words (word text collate "C" not null, end_time timestamp with time zone not null, event_id integer not null);
create table events (id integer generated always as identity not null, creator_id integer not null, title text not null, title_folded text generated always as (fold(title)) stored, description text not null, venue text not null, image_url text, image_widths integer[] default '{}'::integer[] not null, start_time timestamp with time zone not null, end_time timestamp with time zone not null, time_zone text not null, latitude double precision, longitude double precision, is_draft boolean default true not null, is_virtual boolean default false not null, is_free_of_charge boolean default true not null, selling_price numeric(10,2) default 0 not null, anchor_price numeric(10,2) default 0 not null, capacity integer not null, tickets_sold integer default 0 not null, artist_description text, organizer_description text, version integer default 1 not null, creation_key text, created_at timestamp with time zone default now() not null, updated_at timestamp with time zone default now() not null, status text not null, hidden_at timestamp with time zone, held integer default 0 not null, creation_hash text, image_tint text, poster_seed text, settle_at timestamp with time zone, previous_start_time timestamp with time zone, manager_ids integer[] default '{}'::integer[] not null, max_per_person integer, booking_closes_at timestamp with time zone, sold_out_told_at timestamp with time zone, town text, categories text[] default '{}'::text[] not null, published_at timestamp with time zone, hidden_reason text, hidden_with text, review text, review_reasons text[] default '{}'::text[] not null, review_since timestamp with time zone);
create table favourites (user_id integer not null, event_id integer not null, saved_at timestamp with time zone default now() not null, few_told_at timestamp with time zone);
create table featured_events (event_id integer not null, place integer not null, chosen_by integer, chosen_at timestamp with time zone default now() not null);
create table follow_digests (user_id integer not null, until timestamp with time zone not null);
create table follows (user_id integer not null, creator_id integer not null, since timestamp with time zone default now() not null);
create table guest_messages (id integer generated always as identity not null, event_id integer not null, user_id integer, audience text not null, subject text not null, text text not null, replies boolean not null, recipients integer not null, written_up_to integer default 0 not null, idempotency_key text, created_at timestamp with time zone default now() not null);
create table installation (name text not null, value text not null);
create table jobs (id bigint generated always as identity not null, kind text not null, payload jsonb default '{}'::jsonb not null, priority smallint default 20 not null, attempts integer default 0 not null, next_attempt_at timestamp with time zone default now() not null, leased_until timestamp with time zone, lease_token uuid, dedupe_key text, last_error text, created_at timestamp with time zone default now() not null, status text default 'waiting'::text not null);
create table mail_refusals (address_hash bytea not null, refused_at timestamp with time zone default now() not null);
create table mails (id bigint generated always as identity not null, kind text not null, user_id integer, ticket_id integer, payload jsonb default '{}'::jsonb not null, status text default 'waiting'::text not null, attempts integer default 0 not null, next_attempt_at timestamp with time zone default now() not null, leased_until timestamp with time zone, last_error text, sent_at timestamp with time zone, created_at timestamp with time zone default now() not null, priority smallint default 20 not null, lease_token uuid, dedupe_key text, request_hash bytea);
create table moderation_words (id integer generated always as identity not null, kind text not null, text text, salt bytea, hash bytea not null, by_id integer, about_id integer, created_at timestamp with time zone default now() not null);
create table not_for_me (user_id integer not null, event_id integer not null, created_at timestamp with time zone default now() not null);
create table notice_settings (user_id integer not null, notice text not null, mail boolean not null, push boolean not null);
create table offers (id integer generated always as identity not null, entry_id integer not null, event_id integer not null, seats integer not null, made_at timestamp with time zone not null, told_at timestamp with time zone not null, expires_at timestamp with time zone not null, ended_at timestamp with time zone, ending text, ticket_id integer);
create table passkeys (id integer generated always as identity not null, user_id integer not null, credential_id text not null, public_key bytea not null, counter bigint not null, transports text[] not null, name text not null, created_at timestamp with time zone default now() not null, last_used_at timestamp with time zone);
create table password_resets (user_id integer not null, token_hash bytea not null, expires_at timestamp with time zone not null);
create table pending_changes (event_id integer not null, before jsonb not null, note text, first_at timestamp with time zone not null, due_at timestamp with time zone not null);
create table popular_days (day date not null, bucket integer not null, bookings numeric(12,1) not null, events integer not null);
create table popular_events (event_id integer not null, place integer not null, score double precision not null);
create table popular_usual (bucket integer not null, usual double precision not null);
create table push_subscriptions (id integer generated always as identity not null, user_id integer not null, endpoint text not null, p256dh text not null, auth text not null, created_at timestamp with time zone default now() not null);
create table questions (id integer generated always as identity not null, event_id integer not null, user_id integer not null, idempotency_key text, created_at timestamp with time zone default now() not null);
create table recommendations (user_id integer not null, picks jsonb default '[]'::jsonb not null, reckoned_at timestamp with time zone, uses_history boolean default true not null, fresh_since timestamp with time zone);
create table recovery_codes (user_id integer not null, code_hash bytea not null, used_at timestamp with time zone);
create table reminder_rounds (event_id integer not null, which text not null, start_time timestamp with time zone not null);
create table reminders (ticket_id integer not null, which text not null, created_at timestamp with time zone default now() not null);
create table reports (id integer generated always as identity not null, reference text not null, kind text not null, event_id integer, creator_id integer, words_id integer, reporter_id integer, reporter_name text, reporter_email text, good_faith boolean default false not null, sender_hash bytea, decision_id integer, dismissed_at timestamp with time zone, idempotency_key text, created_at timestamp with time zone default now() not null);
create table schedules (kind text not null, next_run_at timestamp with time zone not null);
create table search_words (word text collate "C" not null, spellings text[] not null);
create table sessions (token_hash bytea not null, user_id integer not null, expires_at timestamp with time zone not null, created_at timestamp with time zone default now() not null, proved_at timestamp with time zone, last_used_at timestamp with time zone, device text, town text, strong_proof_at timestamp with time zone);
create table team_invitations (id integer generated always as identity not null, event_id integer not null, email text not null, token_hash bytea not null, invited_at timestamp with time zone default now() not null, expires_at timestamp with time zone not null, accepted_by integer);
create table ticket_places (id integer generated always as identity not null, ticket_id integer not null, code text default encode(uuid_send(gen_random_uuid()), 'hex'::text) not null, used_at timestamp with time zone, taken_back_at timestamp with time zone, idempotency_key text, created_at timestamp with time zone default now() not null, name text, handed_back_at timestamp with time zone);
create table ticket_returns (id integer generated always as identity not null, ticket_id integer not null, event_id integer not null, seats integer not null, held integer default 0 not null, by text not null, reason text, idempotency_key text, returned_at timestamp with time zone not null, undo_until timestamp with time zone not null, undone_at timestamp with time zone, released_at timestamp with time zone, places integer[] default '{}'::integer[] not null, undo_key text);
create table tickets (id integer generated always as identity not null, event_id integer not null, user_id integer, number_of_tickets integer not null, code text default encode(uuid_send(gen_random_uuid()), 'hex'::text) not null, idempotency_key text, created_at timestamp with time zone default now() not null, first_quantity integer, returned_at timestamp with time zone, admitted integer default 0 not null, coming boolean, guest_name text, changed_in xid8 default pg_current_xact_id() not null, guest_email text, wants_mail boolean default false not null, added_by integer, came_from jsonb);
create table title_words (word text collate "C" not null);
create table turnout_forecasts (event_id integer not null, start_time timestamp with time zone not null, said_at timestamp with time zone not null, seats integer not null, low integer not null, high integer not null);
create table two_factor (user_id integer not null, secret bytea not null, confirmed_at timestamp with time zone, last_step integer default 0 not null, created_at timestamp with time zone default now() not null, wrong_codes integer default 0 not null);
create table uploads (key text not null, user_id integer not null, content_type text not null, stored_at timestamp with time zone, widths integer[] default '{}'::integer[] not null, created_at timestamp with time zone default now() not null, claim text, claimed_until timestamp with time zone, bytes integer default 0 not null, deleted_at timestamp with time zone, tint text);
create table used_challenges (hash bytea not null, expires_at timestamp with time zone not null);
create table users (id integer generated always as identity not null, email text not null, password_hash text, google_subject text, first_name text not null, last_name text not null, phone_number text default ''::text not null, profile_picture_url text default ''::text not null, street text default ''::text not null, city text default ''::text not null, state text default ''::text not null, zip_code text default ''::text not null, country text default ''::text not null, latitude double precision, longitude double precision, located_at timestamp with time zone, created_at timestamp with time zone default now() not null, email_confirmed_at timestamp with time zone, public_name text default ''::text not null, public_text text default ''::text not null, event_history boolean default true not null, email_visibility boolean default false not null, photo_key text, photo_widths integer[] default '{}'::integer[] not null, deletion_at timestamp with time zone, deleted_at timestamp with time zone, role text, suspended_until timestamp with time zone, blanks_events boolean default false not null, disowned_at timestamp with time zone);
create table waiting_entries (id integer generated always as identity not null, event_id integer not null, user_id integer not null, number_of_tickets integer not null, at_least integer not null, automatic boolean default false not null, turn integer not null, passed_over integer default 0 not null, first_passed_at timestamp with time zone, saved integer default 0 not null, resting_since timestamp with time zone, nothing_free_at timestamp with time zone, last_places_at timestamp with time zone, ended_at timestamp with time zone, ending text, code text default encode(uuid_send(gen_random_uuid()), 'hex'::text) not null, idempotency_key text, created_at timestamp with time zone default now() not null, last_places_times smallint default 0 not null);
insert into address_changes (id, user_id, email, expires_at, created_at) overriding system value select id, user_id, email, expires_at, created_at from json_populate_recordset(null::address_changes, $rows$[
{"id":1,"user_id":1,"email":"new-quillfeather@example.org","expires_at":"2026-11-18T05:16:05.901+00:00","created_at":"2026-11-18T04:16:13.683782+00:00"}]$rows$);
insert into announcements (event_id, announced_at) overriding system value select event_id, announced_at from json_populate_recordset(null::announcements, $rows$[
{"event_id":1,"announced_at":"2026-11-18T04:16:15.655469+00:00"}]$rows$);
insert into audit_head (id, seq, hash) overriding system value select id, seq, hash from json_populate_recordset(null::audit_head, $rows$[
{"id":1,"seq":1,"hash":"\\x5f72c5dbf1020b229d576d510e51444fb8253dee66214b3defb157ff6a6d1a6f"}]$rows$);
insert into audit_log (seq, at, actor_id, code, subject, words_hash, previous_hash, hash, record_hash) overriding system value select seq, at, actor_id, code, subject, words_hash, previous_hash, hash, record_hash from json_populate_recordset(null::audit_log, $rows$[
{"seq":1,"at":"2026-11-17T04:16:14.129+00:00","actor_id":2,"code":"ask","subject":"account:1","words_hash":null,"previous_hash":"\\x","hash":"\\x5f72c5dbf1020b229d576d510e51444fb8253dee66214b3defb157ff6a6d1a6f","record_hash":null}]$rows$);
insert into blocked_domains (domain, decision_id, created_at) overriding system value select domain, decision_id, created_at from json_populate_recordset(null::blocked_domains, $rows$[
{"domain":"bad.example","decision_id":1,"created_at":"2026-11-18T04:16:15.66204+00:00"}]$rows$);
insert into calendar_feeds (user_id, secret_hash, created_at) overriding system value select user_id, secret_hash, created_at from json_populate_recordset(null::calendar_feeds, $rows$[
{"user_id":1,"secret_hash":"\\xc8bc2586cdd87cd6f970fc4262c4bbc49165811788825fbc1ba3366bfde45413","created_at":"2026-11-18T04:16:13.72826+00:00"}]$rows$);
insert into data_exports (id, user_id, state, key, bytes, created_at, ready_at, expires_at, idempotency_key) overriding system value select id, user_id, state, key, bytes, created_at, ready_at, expires_at, idempotency_key from json_populate_recordset(null::data_exports, $rows$[
{"id":1,"user_id":1,"state":"preparing","key":null,"bytes":null,"created_at":"2026-11-18T04:16:13.689342+00:00","ready_at":null,"expires_at":null,"idempotency_key":null}]$rows$);
insert into decisions (id, reference, act, subject_kind, subject_id, domain, concerned_id, reason, words_id, moderator_id, until, keeps_events, is_automated, created_at, objected_at, objection_words_id, outcome, outcome_at, outcome_by, outcome_words_id, idempotency_key, objection_key) overriding system value select id, reference, act, subject_kind, subject_id, domain, concerned_id, reason, words_id, moderator_id, until, keeps_events, is_automated, created_at, objected_at, objection_words_id, outcome, outcome_at, outcome_by, outcome_words_id, idempotency_key, objection_key from json_populate_recordset(null::decisions, $rows$[
{"id":1,"reference":"D-1","act":"ask","subject_kind":"event","subject_id":1,"domain":null,"concerned_id":1,"reason":"facts","words_id":null,"moderator_id":null,"until":null,"keeps_events":false,"is_automated":false,"created_at":"2026-11-18T04:16:14.176618+00:00","objected_at":null,"objection_words_id":null,"outcome":null,"outcome_at":null,"outcome_by":null,"outcome_words_id":null,"idempotency_key":null,"objection_key":null}]$rows$);
insert into deleted_events (id, deleted_at) overriding system value select id, deleted_at from json_populate_recordset(null::deleted_events, $rows$[
{"id":99,"deleted_at":"2026-11-18T04:16:15.665557+00:00"}]$rows$);
insert into digests (user_id, until) overriding system value select user_id, until from json_populate_recordset(null::digests, $rows$[
{"user_id":1,"until":"2026-11-17T04:16:13.776+00:00"}]$rows$);
insert into door_links (id, event_id, token_hash, name, may_add, created_by, created_at, revoked_at, admitted, over_limit) overriding system value select id, event_id, token_hash, name, may_add, created_by, created_at, revoked_at, admitted, over_limit from json_populate_recordset(null::door_links, $rows$[
{"id":1,"event_id":1,"token_hash":"\\x2534e2de1dec24fedab4c00266b55ba9ba60dde03a349c5b5662189dd561ba9e","name":"Main","may_add":true,"created_by":1,"created_at":"2026-11-18T04:16:14.092818+00:00","revoked_at":null,"admitted":0,"over_limit":0}]$rows$);
insert into door_scans (link_id, id, event_id, ticket_id, kind, code_hash, name, seats, seen, undoes, reason, said_over, at, corrected_at, received_at, verdict, admitted, total, places, first_at, first_door, over, counts, is_undone, place_id, conflict) overriding system value select link_id, id, event_id, ticket_id, kind, code_hash, name, seats, seen, undoes, reason, said_over, at, corrected_at, received_at, verdict, admitted, total, places, first_at, first_door, over, counts, is_undone, place_id, conflict from json_populate_recordset(null::door_scans, $rows$[
{"link_id":1,"id":"scan","event_id":3,"ticket_id":2,"kind":"admit","code_hash":null,"name":null,"seats":1,"seen":null,"undoes":null,"reason":null,"said_over":false,"at":"2026-11-17T04:16:14.103+00:00","corrected_at":"2026-11-17T04:16:14.103+00:00","received_at":"2026-11-17T04:16:14.103+00:00","verdict":"admitted","admitted":1,"total":1,"places":2,"first_at":null,"first_door":null,"over":0,"counts":0,"is_undone":false,"place_id":null,"conflict":null}]$rows$);
insert into event_history (id, event_id, user_id, act, at) overriding system value select id, event_id, user_id, act, at from json_populate_recordset(null::event_history, $rows$[
{"id":1,"event_id":3,"user_id":1,"act":"edited","at":"2026-11-18T04:16:13.792979+00:00"},
{"id":2,"event_id":4,"user_id":2,"act":"invited","at":"2026-11-18T04:16:14.288+00:00"}]$rows$);
insert into event_scores (event_id, score, scored_at, looked_at) overriding system value select event_id, score, scored_at, looked_at from json_populate_recordset(null::event_scores, $rows$[
{"event_id":1,"score":7,"scored_at":"2026-11-18T04:16:15.669334+00:00","looked_at":null}]$rows$);
insert into event_search (event_id, title, front, whole, version) overriding system value select event_id, title, front, whole, version from json_populate_recordset(null::event_search, $rows$[
{"event_id":1,"title":"'past'","front":"'cobblestone' 'dublin' 'past' 'q' 'quillfeather' 'the'","whole":"'a' 'bring' 'cobblestone' 'dublin' 'fiddle' 'past' 'q' 'quillfeather' 'the'","version":3},
{"event_id":2,"title":"'draft' 'draftofquillfeather' 'of' 'quillfeather'","front":"'cobblestone' 'draft' 'draftofquillfeather' 'dublin' 'of' 'q' 'quillfeather' 'the'","whole":"'a' 'bring' 'cobblestone' 'draft' 'draftofquillfeather' 'dublin' 'fiddle' 'of' 'q' 'quillfeather' 'the'","version":3},
{"event_id":3,"title":"'theirs'","front":"'b' 'cobblestone' 'dublin' 'person2' 'the' 'theirs'","whole":"'a' 'b' 'bring' 'cobblestone' 'dublin' 'fiddle' 'person2' 'the' 'theirs'","version":3},
{"event_id":4,"title":"'full'","front":"'b' 'cobblestone' 'dublin' 'full' 'person2' 'the'","whole":"'a' 'b' 'bring' 'cobblestone' 'dublin' 'fiddle' 'full' 'person2' 'the'","version":3}]$rows$);
insert into events (id, creator_id, title, description, venue, image_url, image_widths, start_time, end_time, time_zone, latitude, longitude, is_draft, is_virtual, is_free_of_charge, selling_price, anchor_price, capacity, tickets_sold, artist_description, organizer_description, version, creation_key, created_at, updated_at, status, hidden_at, held, creation_hash, image_tint, poster_seed, settle_at, previous_start_time, manager_ids, max_per_person, booking_closes_at, sold_out_told_at, town, categories, published_at, hidden_reason, hidden_with, review, review_reasons, review_since) overriding system value select id, creator_id, title, description, venue, image_url, image_widths, start_time, end_time, time_zone, latitude, longitude, is_draft, is_virtual, is_free_of_charge, selling_price, anchor_price, capacity, tickets_sold, artist_description, organizer_description, version, creation_key, created_at, updated_at, status, hidden_at, held, creation_hash, image_tint, poster_seed, settle_at, previous_start_time, manager_ids, max_per_person, booking_closes_at, sold_out_told_at, town, categories, published_at, hidden_reason, hidden_with, review, review_reasons, review_since from json_populate_recordset(null::events, $rows$[
{"id":1,"creator_id":1,"title":"Past","title_folded":"past","description":"Bring a fiddle.","venue":"The Cobblestone, Dublin","image_url":"events/6e248014761392eb2019ae2dee83464c.png","image_widths":[],"start_time":"2026-11-16T04:16:11.208+00:00","end_time":"2026-11-17T04:16:11.208+00:00","time_zone":"Europe/Dublin","latitude":null,"longitude":null,"is_draft":false,"is_virtual":false,"is_free_of_charge":true,"selling_price":0.00,"anchor_price":0.00,"capacity":10,"tickets_sold":0,"artist_description":null,"organizer_description":null,"version":1,"creation_key":null,"created_at":"2026-11-18T04:16:11.2154+00:00","updated_at":"2026-11-18T04:16:11.2154+00:00","status":"published","hidden_at":null,"held":0,"creation_hash":null,"image_tint":null,"poster_seed":null,"settle_at":null,"previous_start_time":null,"manager_ids":[],"max_per_person":null,"booking_closes_at":null,"sold_out_told_at":null,"town":null,"categories":[],"published_at":"2026-11-18T04:16:11.2154+00:00","hidden_reason":null,"hidden_with":null,"review":null,"review_reasons":[],"review_since":null},
{"id":2,"creator_id":1,"title":"Draft of Quillfeather","title_folded":"draft of quillfeather","description":"Bring a fiddle.","venue":"The Cobblestone, Dublin","image_url":null,"image_widths":[],"start_time":"2026-11-19T04:16:11.283+00:00","end_time":"2026-11-19T07:16:11.283+00:00","time_zone":"Europe/Dublin","latitude":null,"longitude":null,"is_draft":true,"is_virtual":false,"is_free_of_charge":true,"selling_price":0.00,"anchor_price":0.00,"capacity":10,"tickets_sold":0,"artist_description":null,"organizer_description":null,"version":1,"creation_key":null,"created_at":"2026-11-18T04:16:11.287119+00:00","updated_at":"2026-11-18T04:16:11.287119+00:00","status":"draft","hidden_at":null,"held":0,"creation_hash":null,"image_tint":null,"poster_seed":null,"settle_at":null,"previous_start_time":null,"manager_ids":[],"max_per_person":null,"booking_closes_at":null,"sold_out_told_at":null,"town":null,"categories":[],"published_at":null,"hidden_reason":null,"hidden_with":null,"review":null,"review_reasons":[],"review_since":null},
{"id":3,"creator_id":2,"title":"Theirs","title_folded":"theirs","description":"Bring a fiddle.","venue":"The Cobblestone, Dublin","image_url":"events/93b92d6ca43e35f0b3aec2852544fdab.jpg","image_widths":[],"start_time":"2026-11-19T04:16:13.187+00:00","end_time":"2026-11-19T07:16:13.187+00:00","time_zone":"Europe/Dublin","latitude":null,"longitude":null,"is_draft":false,"is_virtual":false,"is_free_of_charge":true,"selling_price":0.00,"anchor_price":0.00,"capacity":10,"tickets_sold":2,"artist_description":null,"organizer_description":null,"version":1,"creation_key":null,"created_at":"2026-11-18T04:16:13.189204+00:00","updated_at":"2026-11-18T04:16:13.189204+00:00","status":"published","hidden_at":null,"held":0,"creation_hash":null,"image_tint":null,"poster_seed":null,"settle_at":null,"previous_start_time":null,"manager_ids":[1],"max_per_person":null,"booking_closes_at":null,"sold_out_told_at":null,"town":null,"categories":[],"published_at":"2026-11-18T04:16:13.189204+00:00","hidden_reason":null,"hidden_with":null,"review":null,"review_reasons":[],"review_since":null},
{"id":4,"creator_id":2,"title":"Full","title_folded":"full","description":"Bring a fiddle.","venue":"The Cobblestone, Dublin","image_url":null,"image_widths":[],"start_time":"2026-11-19T04:16:13.207+00:00","end_time":"2026-11-19T07:16:13.207+00:00","time_zone":"Europe/Dublin","latitude":null,"longitude":null,"is_draft":false,"is_virtual":false,"is_free_of_charge":true,"selling_price":0.00,"anchor_price":0.00,"capacity":1,"tickets_sold":1,"artist_description":null,"organizer_description":null,"version":1,"creation_key":null,"created_at":"2026-11-18T04:16:13.211783+00:00","updated_at":"2026-11-18T04:16:13.211783+00:00","status":"published","hidden_at":null,"held":0,"creation_hash":null,"image_tint":null,"poster_seed":null,"settle_at":"2026-11-19T02:16:13.207+00:00","previous_start_time":null,"manager_ids":[],"max_per_person":null,"booking_closes_at":null,"sold_out_told_at":"2026-11-18T04:16:14.424+00:00","town":null,"categories":[],"published_at":"2026-11-18T04:16:13.211783+00:00","hidden_reason":null,"hidden_with":null,"review":null,"review_reasons":[],"review_since":null}]$rows$);
insert into favourites (user_id, event_id, saved_at, few_told_at) overriding system value select user_id, event_id, saved_at, few_told_at from json_populate_recordset(null::favourites, $rows$[
{"user_id":1,"event_id":3,"saved_at":"2026-11-18T04:16:13.738375+00:00","few_told_at":null}]$rows$);
insert into featured_events (event_id, place, chosen_by, chosen_at) overriding system value select event_id, place, chosen_by, chosen_at from json_populate_recordset(null::featured_events, $rows$[
{"event_id":3,"place":1,"chosen_by":1,"chosen_at":"2026-11-18T04:16:13.761951+00:00"}]$rows$);
insert into follow_digests (user_id, until) overriding system value select user_id, until from json_populate_recordset(null::follow_digests, $rows$[
{"user_id":1,"until":"2026-11-17T04:16:13.772+00:00"}]$rows$);
insert into follows (user_id, creator_id, since) overriding system value select user_id, creator_id, since from json_populate_recordset(null::follows, $rows$[
{"user_id":1,"creator_id":2,"since":"2026-11-18T04:16:13.769381+00:00"},
{"user_id":2,"creator_id":1,"since":"2026-11-18T04:16:13.769381+00:00"}]$rows$);
insert into guest_messages (id, event_id, user_id, audience, subject, text, replies, recipients, written_up_to, idempotency_key, created_at) overriding system value select id, event_id, user_id, audience, subject, text, replies, recipients, written_up_to, idempotency_key, created_at from json_populate_recordset(null::guest_messages, $rows$[
{"id":1,"event_id":1,"user_id":1,"audience":"all","subject":"s","text":"t","replies":false,"recipients":1,"written_up_to":0,"idempotency_key":null,"created_at":"2026-11-18T04:16:13.8004+00:00"}]$rows$);
insert into installation (name, value) overriding system value select name, value from json_populate_recordset(null::installation, $rows$[
{"name":"secret","value":"bf037e6c6e5522cead1212c3854ff358abdfdd4ab0b85e0e4dfaabd21b70621d"},
{"name":"calendar-domain","value":"7c1cc0154fcf8182.hooley"},
{"name":"upload-secret","value":"6e13bf211c82b0e4f7593dd59e62e95d8de7899c7a73d8c1c3304e74d4ef744a"}]$rows$);
insert into jobs (id, kind, payload, priority, attempts, next_attempt_at, leased_until, lease_token, dedupe_key, last_error, created_at, status) overriding system value select id, kind, payload, priority, attempts, next_attempt_at, leased_until, lease_token, dedupe_key, last_error, created_at, status from json_populate_recordset(null::jobs, $rows$[
{"id":2,"kind":"settle-event","payload":{"eventId": 4},"priority":10,"attempts":0,"next_attempt_at":"2026-11-19T02:16:13.207+00:00","leased_until":null,"lease_token":null,"dedupe_key":"4","last_error":null,"created_at":"2026-11-18T04:16:13.334615+00:00","status":"waiting"},
{"id":3,"kind":"push","payload":{"title": "Quillfeather", "userId": 1},"priority":20,"attempts":0,"next_attempt_at":"2099-01-01T00:00:00+00:00","leased_until":null,"lease_token":null,"dedupe_key":null,"last_error":null,"created_at":"2026-11-18T04:16:14.194238+00:00","status":"waiting"}]$rows$);
insert into mail_refusals (address_hash, refused_at) overriding system value select address_hash, refused_at from json_populate_recordset(null::mail_refusals, $rows$[
{"address_hash":"\\x0102","refused_at":"2026-11-18T04:16:15.674187+00:00"}]$rows$);
insert into mails (id, kind, user_id, ticket_id, payload, status, attempts, next_attempt_at, leased_until, last_error, sent_at, created_at, priority, lease_token, dedupe_key, request_hash) overriding system value select id, kind, user_id, ticket_id, payload, status, attempts, next_attempt_at, leased_until, last_error, sent_at, created_at, priority, lease_token, dedupe_key, request_hash from json_populate_recordset(null::mails, $rows$[
{"id":3,"kind":"team-invitation","user_id":null,"ticket_id":null,"payload":{},"status":"skipped","attempts":1,"next_attempt_at":"2026-11-18T04:16:14.456501+00:00","leased_until":null,"last_error":null,"sent_at":null,"created_at":"2026-11-18T04:16:14.181762+00:00","priority":20,"lease_token":null,"dedupe_key":null,"request_hash":null},
{"id":1,"kind":"booking","user_id":2,"ticket_id":1,"payload":{},"status":"sent","attempts":1,"next_attempt_at":"2026-11-18T04:16:15.174132+00:00","leased_until":null,"last_error":null,"sent_at":"2026-11-18T04:16:15.174132+00:00","created_at":"2026-11-18T04:16:13.25339+00:00","priority":20,"lease_token":null,"dedupe_key":null,"request_hash":null},
{"id":2,"kind":"booking","user_id":1,"ticket_id":2,"payload":{},"status":"sent","attempts":1,"next_attempt_at":"2026-11-18T04:16:15.182513+00:00","leased_until":null,"last_error":null,"sent_at":"2026-11-18T04:16:15.182513+00:00","created_at":"2026-11-18T04:16:13.57155+00:00","priority":20,"lease_token":null,"dedupe_key":null,"request_hash":null},
{"id":4,"kind":"team-invitation","user_id":1,"ticket_id":null,"payload":{},"status":"sent","attempts":1,"next_attempt_at":"2026-11-18T04:16:15.360503+00:00","leased_until":null,"last_error":null,"sent_at":"2026-11-18T04:16:15.360503+00:00","created_at":"2026-11-18T04:16:14.246516+00:00","priority":20,"lease_token":null,"dedupe_key":null,"request_hash":null},
{"id":5,"kind":"sold-out","user_id":2,"ticket_id":null,"payload":{},"status":"sent","attempts":1,"next_attempt_at":"2026-11-18T04:16:15.645659+00:00","leased_until":null,"last_error":null,"sent_at":"2026-11-18T04:16:15.645659+00:00","created_at":"2026-11-18T04:16:14.4249+00:00","priority":20,"lease_token":null,"dedupe_key":null,"request_hash":null}]$rows$);
insert into moderation_words (id, kind, text, salt, hash, by_id, about_id, created_at) overriding system value select id, kind, text, salt, hash, by_id, about_id, created_at from json_populate_recordset(null::moderation_words, $rows$[
{"id":1,"kind":"report","text":"Quillfeather","salt":"\\x63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97","hash":"\\xdba36bffa5cab0f922d087a3aeb179f9d4e745df40b323e1b1471402848c8a3e","by_id":1,"about_id":2,"created_at":"2026-11-18T04:16:14.146481+00:00"},
{"id":2,"kind":"report","text":"Quillfeather","salt":"\\x63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97","hash":"\\xdba36bffa5cab0f922d087a3aeb179f9d4e745df40b323e1b1471402848c8a3e","by_id":2,"about_id":1,"created_at":"2026-11-18T04:16:14.162673+00:00"}]$rows$);
insert into not_for_me (user_id, event_id, created_at) overriding system value select user_id, event_id, created_at from json_populate_recordset(null::not_for_me, $rows$[
{"user_id":1,"event_id":4,"created_at":"2026-11-18T04:16:13.755562+00:00"}]$rows$);
insert into notice_settings (user_id, notice, mail, push) overriding system value select user_id, notice, mail, push from json_populate_recordset(null::notice_settings, $rows$[
{"user_id":1,"notice":"offer","mail":false,"push":true}]$rows$);
insert into offers (id, entry_id, event_id, seats, made_at, told_at, expires_at, ended_at, ending, ticket_id) overriding system value select id, entry_id, event_id, seats, made_at, told_at, expires_at, ended_at, ending, ticket_id from json_populate_recordset(null::offers, $rows$[
{"id":1,"entry_id":1,"event_id":4,"seats":1,"made_at":"2026-11-17T04:16:14.126+00:00","told_at":"2026-11-17T04:16:14.126+00:00","expires_at":"2026-11-17T04:16:14.126+00:00","ended_at":"2026-11-17T04:16:14.126+00:00","ending":"expired","ticket_id":null}]$rows$);
insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at) overriding system value select id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at from json_populate_recordset(null::passkeys, $rows$[
{"id":1,"user_id":1,"credential_id":"credential","public_key":"\\x6b6579","counter":0,"transports":[],"name":"Phone","created_at":"2026-11-18T04:16:13.714781+00:00","last_used_at":null}]$rows$);
insert into password_resets (user_id, token_hash, expires_at) overriding system value select user_id, token_hash, expires_at from json_populate_recordset(null::password_resets, $rows$[
{"user_id":1,"token_hash":"\\x01be30bb4a27765c37462e6bf2a0bf8b6c109f9be9d81e6fd56455db1a736a43","expires_at":"2026-11-18T05:16:05.901+00:00"}]$rows$);
insert into pending_changes (event_id, before, note, first_at, due_at) overriding system value select event_id, before, note, first_at, due_at from json_populate_recordset(null::pending_changes, $rows$[
{"event_id":3,"before":{},"note":null,"first_at":"2026-11-18T04:16:15.682824+00:00","due_at":"2026-11-18T04:16:15.682824+00:00"}]$rows$);
insert into popular_days (day, bucket, bookings, events) overriding system value select day, bucket, bookings, events from json_populate_recordset(null::popular_days, $rows$[
{"day":"2026-11-01","bucket":1,"bookings":2.5,"events":3}]$rows$);
insert into popular_events (event_id, place, score) overriding system value select event_id, place, score from json_populate_recordset(null::popular_events, $rows$[
{"event_id":3,"place":1,"score":0.5}]$rows$);
insert into popular_usual (bucket, usual) overriding system value select bucket, usual from json_populate_recordset(null::popular_usual, $rows$[
{"bucket":1,"usual":1.5}]$rows$);
insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at) overriding system value select id, user_id, endpoint, p256dh, auth, created_at from json_populate_recordset(null::push_subscriptions, $rows$[
{"id":1,"user_id":1,"endpoint":"https://push.example/1","p256dh":"BPusmuIDXH1HL1WK50c8YA0Y8u6fjq9ogPtV9RvCklaGmcSot_1NdB330qChmAiPeLz5PAUZC5qZmAopm2EFMig","auth":"wf8QOSOI-_A84hF6CVkvAA","created_at":"2026-11-18T04:16:14.042579+00:00"}]$rows$);
insert into questions (id, event_id, user_id, idempotency_key, created_at) overriding system value select id, event_id, user_id, idempotency_key, created_at from json_populate_recordset(null::questions, $rows$[
{"id":1,"event_id":3,"user_id":1,"idempotency_key":null,"created_at":"2026-11-18T04:16:13.787602+00:00"}]$rows$);
insert into recommendations (user_id, picks, reckoned_at, uses_history, fresh_since) overriding system value select user_id, picks, reckoned_at, uses_history, fresh_since from json_populate_recordset(null::recommendations, $rows$[
{"user_id":1,"picks":[{"reason": "You went to Quillfeather", "eventId": 4}],"reckoned_at":null,"uses_history":true,"fresh_since":null}]$rows$);
insert into recovery_codes (user_id, code_hash, used_at) overriding system value select user_id, code_hash, used_at from json_populate_recordset(null::recovery_codes, $rows$[
{"user_id":1,"code_hash":"\\x8c585378513f5f7a2e1456ee54042605fdb890392becefadd2ab180fd02fb341","used_at":null}]$rows$);
insert into reminder_rounds (event_id, which, start_time) overriding system value select event_id, which, start_time from json_populate_recordset(null::reminder_rounds, $rows$[
{"event_id":3,"which":"early","start_time":"2026-11-18T04:16:15.704366+00:00"}]$rows$);
insert into reminders (ticket_id, which, created_at) overriding system value select ticket_id, which, created_at from json_populate_recordset(null::reminders, $rows$[
{"ticket_id":2,"which":"early","created_at":"2026-11-18T04:16:14.114895+00:00"}]$rows$);
insert into reports (id, reference, kind, event_id, creator_id, words_id, reporter_id, reporter_name, reporter_email, good_faith, sender_hash, decision_id, dismissed_at, idempotency_key, created_at) overriding system value select id, reference, kind, event_id, creator_id, words_id, reporter_id, reporter_name, reporter_email, good_faith, sender_hash, decision_id, dismissed_at, idempotency_key, created_at from json_populate_recordset(null::reports, $rows$[
{"id":1,"reference":"R-1","kind":"rules","event_id":3,"creator_id":null,"words_id":1,"reporter_id":1,"reporter_name":null,"reporter_email":null,"good_faith":false,"sender_hash":null,"decision_id":null,"dismissed_at":null,"idempotency_key":null,"created_at":"2026-11-18T04:16:14.164639+00:00"}]$rows$);
insert into schedules (kind, next_run_at) overriding system value select kind, next_run_at from json_populate_recordset(null::schedules, $rows$[
{"kind":"sweep","next_run_at":"2026-11-18T04:16:15.709975+00:00"}]$rows$);
insert into search_words (word, spellings) overriding system value select word, spellings from json_populate_recordset(null::search_words, $rows$[
{"word":"cobblestone","spellings":["cobbles","cobles","coblet","cobest","cobble","cobbest","cobblt","cbbest","cblest","obbles","oblest","bblest","obblst","cbblst","cbblet","obblet","cobblest","cbblest","cobbls","obbest","cobbet","colest","cbbles","obblest","cobblet","coblest","cobblst","cobbst","coblst","cobbes"]},
{"word":"dublin","spellings":["ublin","dubin","dulin","dubli","dublin","dblin","dubln"]},
{"word":"past","spellings":["pst","ast","pat","pas","past"]},
{"word":"quillfeather","spellings":["quillfe","quillf","uillea","qullfa","quilfea","quilfe","qilfea","qllfea","ullfea","qillfa","uillfe","quillfa","qulfea","quille","uilfea","quilfa","qillea","uillfea","qullfea","quillea","qillfe","quillfea","qillfea","uillfa","qullfe","quifea","qullea","quilla","quilea","illfea"]},
{"word":"draft","spellings":["drat","draf","daft","draft","drft","raft"]},
{"word":"theirs","spellings":["their","theirs","teirs","theis","thirs","heirs","thers"]},
{"word":"full","spellings":["ull","full","ful","fll"]}]$rows$);
insert into sessions (token_hash, user_id, expires_at, created_at, proved_at, last_used_at, device, town, strong_proof_at) overriding system value select token_hash, user_id, expires_at, created_at, proved_at, last_used_at, device, town, strong_proof_at from json_populate_recordset(null::sessions, $rows$[
{"token_hash":"\\xce220a0ae34a609e740e2de801bc71aa58e59f2793a5cddd5d27e6097a76608c","user_id":1,"expires_at":"2026-12-18T04:16:05.925+00:00","created_at":"2026-11-18T04:16:05.949311+00:00","proved_at":"2026-11-18T04:16:05.925+00:00","last_used_at":null,"device":null,"town":null,"strong_proof_at":null},
{"token_hash":"\\x546f35844aa85be61afe8f350829af1c946437c41aeba64f11aefd9c352e8c44","user_id":2,"expires_at":"2026-12-18T04:16:06.147+00:00","created_at":"2026-11-18T04:16:06.158002+00:00","proved_at":"2026-11-18T04:16:06.147+00:00","last_used_at":null,"device":null,"town":null,"strong_proof_at":null}]$rows$);
insert into team_invitations (id, event_id, email, token_hash, invited_at, expires_at, accepted_by) overriding system value select id, event_id, email, token_hash, invited_at, expires_at, accepted_by from json_populate_recordset(null::team_invitations, $rows$[
{"id":1,"event_id":3,"email":"quillfeather@example.org","token_hash":"\\xa3013c082c75edc913598c3baac1afa18f7633fe8f014896ab2f1a72ff83d8ba","invited_at":"2026-11-18T04:16:13.808488+00:00","expires_at":"2026-11-18T05:16:05.901+00:00","accepted_by":null},
{"id":2,"event_id":4,"email":"quillfeather@example.org","token_hash":"\\x67803c32c988e4b3dd240aca3824350de3e8a018f049ed2304f1121bf14549f4","invited_at":"2026-11-18T04:16:14.288+00:00","expires_at":"2026-12-02T04:16:14.288+00:00","accepted_by":null}]$rows$);
insert into ticket_places (id, ticket_id, code, used_at, taken_back_at, idempotency_key, created_at, name, handed_back_at) overriding system value select id, ticket_id, code, used_at, taken_back_at, idempotency_key, created_at, name, handed_back_at from json_populate_recordset(null::ticket_places, $rows$[
{"id":1,"ticket_id":2,"code":"4243005a96ac45a38baf2d97142bb546","used_at":null,"taken_back_at":null,"idempotency_key":null,"created_at":"2026-11-18T04:16:13.668358+00:00","name":null,"handed_back_at":null}]$rows$);
insert into ticket_returns (id, ticket_id, event_id, seats, held, by, reason, idempotency_key, returned_at, undo_until, undone_at, released_at, places, undo_key) overriding system value select id, ticket_id, event_id, seats, held, by, reason, idempotency_key, returned_at, undo_until, undone_at, released_at, places, undo_key from json_populate_recordset(null::ticket_returns, $rows$[
{"id":1,"ticket_id":2,"event_id":3,"seats":1,"held":0,"by":"organiser","reason":null,"idempotency_key":null,"returned_at":"2026-11-17T04:16:13.657+00:00","undo_until":"2026-11-17T04:16:13.657+00:00","undone_at":null,"released_at":"2026-11-17T04:16:13.657+00:00","places":[],"undo_key":null}]$rows$);
insert into tickets (id, event_id, user_id, number_of_tickets, code, idempotency_key, created_at, first_quantity, returned_at, admitted, coming, guest_name, changed_in, guest_email, wants_mail, added_by, came_from) overriding system value select id, event_id, user_id, number_of_tickets, code, idempotency_key, created_at, first_quantity, returned_at, admitted, coming, guest_name, changed_in, guest_email, wants_mail, added_by, came_from from json_populate_recordset(null::tickets, $rows$[
{"id":1,"event_id":4,"user_id":2,"number_of_tickets":1,"code":"d676276095214b80bfe2aa9234ff638b","idempotency_key":null,"created_at":"2026-11-18T04:16:13.25339+00:00","first_quantity":null,"returned_at":null,"admitted":0,"coming":null,"guest_name":null,"changed_in":"8516","guest_email":null,"wants_mail":false,"added_by":null,"came_from":null},
{"id":2,"event_id":3,"user_id":1,"number_of_tickets":2,"code":"e3f30d329d324c68a93fdc32ae070d3b","idempotency_key":null,"created_at":"2026-11-18T04:16:13.57155+00:00","first_quantity":null,"returned_at":null,"admitted":0,"coming":null,"guest_name":null,"changed_in":"8519","guest_email":null,"wants_mail":false,"added_by":null,"came_from":null},
{"id":3,"event_id":1,"user_id":2,"number_of_tickets":1,"code":"133d25f4f5d44b5f912521ac22275236","idempotency_key":null,"created_at":"2026-11-18T04:16:13.641268+00:00","first_quantity":null,"returned_at":null,"admitted":0,"coming":null,"guest_name":null,"changed_in":"8520","guest_email":null,"wants_mail":false,"added_by":null,"came_from":null},
{"id":4,"event_id":1,"user_id":1,"number_of_tickets":1,"code":"106270be2d884998b5f97a77b32ebf64","idempotency_key":null,"created_at":"2026-11-18T04:16:13.645337+00:00","first_quantity":null,"returned_at":null,"admitted":0,"coming":null,"guest_name":null,"changed_in":"8521","guest_email":null,"wants_mail":false,"added_by":null,"came_from":null},
{"id":5,"event_id":3,"user_id":null,"number_of_tickets":1,"code":"faedd3e3fa7046bda69d3e4c13a3a2e1","idempotency_key":null,"created_at":"2026-11-18T04:16:13.65159+00:00","first_quantity":null,"returned_at":null,"admitted":0,"coming":null,"guest_name":"Quillfeather","changed_in":"8522","guest_email":"quillfeather@example.org","wants_mail":false,"added_by":null,"came_from":null}]$rows$);
insert into turnout_forecasts (event_id, start_time, said_at, seats, low, high) overriding system value select event_id, start_time, said_at, seats, low, high from json_populate_recordset(null::turnout_forecasts, $rows$[
{"event_id":3,"start_time":"2026-11-18T04:16:15.712119+00:00","said_at":"2026-11-18T04:16:15.712119+00:00","seats":2,"low":1,"high":2}]$rows$);
insert into two_factor (user_id, secret, confirmed_at, last_step, created_at, wrong_codes) overriding system value select user_id, secret, confirmed_at, last_step, created_at, wrong_codes from json_populate_recordset(null::two_factor, $rows$[
{"user_id":1,"secret":"\\x736563726574","confirmed_at":null,"last_step":0,"created_at":"2026-11-18T04:16:13.718713+00:00","wrong_codes":0}]$rows$);
insert into uploads (key, user_id, content_type, stored_at, widths, created_at, claim, claimed_until, bytes, deleted_at, tint) overriding system value select key, user_id, content_type, stored_at, widths, created_at, claim, claimed_until, bytes, deleted_at, tint from json_populate_recordset(null::uploads, $rows$[
{"key":"events/f12ea0efbd7d30841765141230c4df60.jpg","user_id":1,"content_type":"image/jpeg","stored_at":"2026-11-18T04:16:09.364+00:00","widths":[400,800,1600],"created_at":"2026-11-18T04:16:07.661393+00:00","claim":null,"claimed_until":null,"bytes":17392,"deleted_at":null,"tint":"#e84828"},
{"key":"events/6e248014761392eb2019ae2dee83464c.png","user_id":1,"content_type":"image/png","stored_at":"2026-11-18T04:16:11.205+00:00","widths":[400,800,1600],"created_at":"2026-11-18T04:16:09.912897+00:00","claim":null,"claimed_until":null,"bytes":37746,"deleted_at":null,"tint":"#e84828"},
{"key":"events/93b92d6ca43e35f0b3aec2852544fdab.jpg","user_id":1,"content_type":"image/jpeg","stored_at":"2026-11-18T04:16:13.184+00:00","widths":[400,800,1600],"created_at":"2026-11-18T04:16:11.901393+00:00","claim":null,"claimed_until":null,"bytes":17392,"deleted_at":null,"tint":"#e84828"}]$rows$);
insert into used_challenges (hash, expires_at) overriding system value select hash, expires_at from json_populate_recordset(null::used_challenges, $rows$[
{"hash":"\\x0304","expires_at":"2026-11-18T04:16:15.71794+00:00"}]$rows$);
insert into users (id, email, password_hash, google_subject, first_name, last_name, phone_number, profile_picture_url, street, city, state, zip_code, country, latitude, longitude, located_at, created_at, email_confirmed_at, public_name, public_text, event_history, email_visibility, photo_key, photo_widths, deletion_at, deleted_at, role, suspended_until, blanks_events, disowned_at) overriding system value select id, email, password_hash, google_subject, first_name, last_name, phone_number, profile_picture_url, street, city, state, zip_code, country, latitude, longitude, located_at, created_at, email_confirmed_at, public_name, public_text, event_history, email_visibility, photo_key, photo_widths, deletion_at, deleted_at, role, suspended_until, blanks_events, disowned_at from json_populate_recordset(null::users, $rows$[
{"id":2,"email":"person2@example.org","password_hash":null,"google_subject":null,"first_name":"Person2","last_name":"Byrne","phone_number":"","profile_picture_url":"","street":"","city":"","state":"","zip_code":"","country":"","latitude":null,"longitude":null,"located_at":null,"created_at":"2026-11-18T04:16:05.987491+00:00","email_confirmed_at":null,"public_name":"","public_text":"","event_history":true,"email_visibility":false,"photo_key":null,"photo_widths":[],"deletion_at":null,"deleted_at":null,"role":null,"suspended_until":null,"blanks_events":false,"disowned_at":null},
{"id":1,"email":"quillfeather@example.org","password_hash":null,"google_subject":null,"first_name":"Quillfeather","last_name":"Quillfeatherson","phone_number":"","profile_picture_url":"","street":"","city":"","state":"","zip_code":"","country":"","latitude":53.123456,"longitude":-6.654321,"located_at":null,"created_at":"2026-11-18T04:16:05.907496+00:00","email_confirmed_at":"2026-11-09T04:16:05.901+00:00","public_name":"","public_text":"","event_history":true,"email_visibility":false,"photo_key":"events/f12ea0efbd7d30841765141230c4df60.jpg","photo_widths":[400,800,1600],"deletion_at":null,"deleted_at":null,"role":null,"suspended_until":null,"blanks_events":false,"disowned_at":null}]$rows$);
insert into waiting_entries (id, event_id, user_id, number_of_tickets, at_least, automatic, turn, passed_over, first_passed_at, saved, resting_since, nothing_free_at, last_places_at, ended_at, ending, code, idempotency_key, created_at, last_places_times) overriding system value select id, event_id, user_id, number_of_tickets, at_least, automatic, turn, passed_over, first_passed_at, saved, resting_since, nothing_free_at, last_places_at, ended_at, ending, code, idempotency_key, created_at, last_places_times from json_populate_recordset(null::waiting_entries, $rows$[
{"id":1,"event_id":4,"user_id":1,"number_of_tickets":1,"at_least":1,"automatic":false,"turn":1,"passed_over":0,"first_passed_at":null,"saved":0,"resting_since":null,"nothing_free_at":null,"last_places_at":null,"ended_at":null,"ending":null,"code":"25969e504fa346bb81e9fca63332d4e4","idempotency_key":null,"created_at":"2026-11-18T04:16:13.332+00:00","last_places_times":0}]$rows$);
select setval('address_changes_id_seq', 1, true);
select setval('data_exports_id_seq', 1, true);
select setval('decisions_id_seq', 1, true);
select setval('door_links_id_seq', 1, true);
select setval('event_history_id_seq', 2, true);
select setval('events_id_seq', 4, true);
select setval('guest_messages_id_seq', 1, true);
select setval('jobs_id_seq', 3, true);
select setval('mails_id_seq', 5, true);
select setval('moderation_words_id_seq', 2, true);
select setval('offers_id_seq', 1, true);
select setval('passkeys_id_seq', 1, true);
select setval('push_subscriptions_id_seq', 1, true);
select setval('questions_id_seq', 1, true);
select setval('reports_id_seq', 1, true);
select setval('team_invitations_id_seq', 2, true);
select setval('ticket_places_id_seq', 1, true);
select setval('ticket_returns_id_seq', 1, true);
select setval('tickets_id_seq', 5, true);
select setval('users_id_seq', 2, true);
select setval('waiting_entries_id_seq', 1, true);
alter table address_changes add constraint address_changes_pkey PRIMARY KEY (id);
alter table announcements add constraint announcements_event_id_announced_at_pk PRIMARY KEY (event_id, announced_at);
alter table audit_head add constraint audit_head_pkey PRIMARY KEY (id);
alter table audit_log add constraint audit_log_pkey PRIMARY KEY (seq);
alter table blocked_domains add constraint blocked_domains_pkey PRIMARY KEY (domain);
alter table calendar_feeds add constraint calendar_feeds_pkey PRIMARY KEY (user_id);
alter table data_exports add constraint data_exports_pkey PRIMARY KEY (id);
alter table decisions add constraint decisions_pkey PRIMARY KEY (id);
alter table deleted_events add constraint deleted_events_pkey PRIMARY KEY (id);
alter table digests add constraint digests_pkey PRIMARY KEY (user_id);
alter table door_links add constraint door_links_pkey PRIMARY KEY (id);
alter table door_scans add constraint door_scans_link_id_id_pk PRIMARY KEY (link_id, id);
alter table event_history add constraint event_history_pkey PRIMARY KEY (id);
alter table event_scores add constraint event_scores_pkey PRIMARY KEY (event_id);
alter table event_search add constraint event_search_pkey PRIMARY KEY (event_id);
alter table event_title_words add constraint event_title_words_word_end_time_event_id_pk PRIMARY KEY (word, end_time, event_id);
alter table events add constraint events_pkey PRIMARY KEY (id);
alter table favourites add constraint favourites_user_id_event_id_pk PRIMARY KEY (user_id, event_id);
alter table featured_events add constraint featured_events_pkey PRIMARY KEY (event_id);
alter table follow_digests add constraint follow_digests_pkey PRIMARY KEY (user_id);
alter table follows add constraint follows_user_id_creator_id_pk PRIMARY KEY (user_id, creator_id);
alter table guest_messages add constraint guest_messages_pkey PRIMARY KEY (id);
alter table installation add constraint installation_pkey PRIMARY KEY (name);
alter table jobs add constraint jobs_pkey PRIMARY KEY (id);
alter table mail_refusals add constraint mail_refusals_pkey PRIMARY KEY (address_hash);
alter table mails add constraint mails_pkey PRIMARY KEY (id);
alter table moderation_words add constraint moderation_words_pkey PRIMARY KEY (id);
alter table not_for_me add constraint not_for_me_user_id_event_id_pk PRIMARY KEY (user_id, event_id);
alter table notice_settings add constraint notice_settings_user_id_notice_pk PRIMARY KEY (user_id, notice);
alter table offers add constraint offers_pkey PRIMARY KEY (id);
alter table passkeys add constraint passkeys_pkey PRIMARY KEY (id);
alter table password_resets add constraint password_resets_pkey PRIMARY KEY (user_id);
alter table pending_changes add constraint pending_changes_pkey PRIMARY KEY (event_id);
alter table popular_days add constraint popular_days_day_bucket_bookings_pk PRIMARY KEY (day, bucket, bookings);
alter table popular_events add constraint popular_events_pkey PRIMARY KEY (event_id);
alter table popular_usual add constraint popular_usual_pkey PRIMARY KEY (bucket);
alter table push_subscriptions add constraint push_subscriptions_pkey PRIMARY KEY (id);
alter table questions add constraint questions_pkey PRIMARY KEY (id);
alter table recommendations add constraint recommendations_pkey PRIMARY KEY (user_id);
alter table recovery_codes add constraint recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash);
alter table reminder_rounds add constraint reminder_rounds_event_id_which_start_time_pk PRIMARY KEY (event_id, which, start_time);
alter table reminders add constraint reminders_ticket_id_which_pk PRIMARY KEY (ticket_id, which);
alter table reports add constraint reports_pkey PRIMARY KEY (id);
alter table schedules add constraint schedules_pkey PRIMARY KEY (kind);
alter table search_words add constraint search_words_pkey PRIMARY KEY (word);
alter table sessions add constraint sessions_pkey PRIMARY KEY (token_hash);
alter table team_invitations add constraint team_invitations_pkey PRIMARY KEY (id);
alter table ticket_places add constraint ticket_places_pkey PRIMARY KEY (id);
alter table ticket_returns add constraint ticket_returns_pkey PRIMARY KEY (id);
alter table tickets add constraint tickets_pkey PRIMARY KEY (id);
alter table title_words add constraint title_words_pkey PRIMARY KEY (word);
alter table turnout_forecasts add constraint turnout_forecasts_pkey PRIMARY KEY (event_id);
alter table two_factor add constraint two_factor_pkey PRIMARY KEY (user_id);
alter table uploads add constraint uploads_pkey PRIMARY KEY (key);
alter table used_challenges add constraint used_challenges_pkey PRIMARY KEY (hash);
alter table users add constraint users_pkey PRIMARY KEY (id);
alter table waiting_entries add constraint waiting_entries_pkey PRIMARY KEY (id);
alter table address_changes add constraint "address_changes_userId_unique" UNIQUE (user_id);
alter table calendar_feeds add constraint "calendar_feeds_secretHash_unique" UNIQUE (secret_hash);
alter table decisions add constraint decisions_reference_unique UNIQUE (reference);
alter table door_links add constraint "door_links_tokenHash_unique" UNIQUE (token_hash);
alter table passkeys add constraint "passkeys_credentialId_unique" UNIQUE (credential_id);
alter table password_resets add constraint "password_resets_tokenHash_unique" UNIQUE (token_hash);
alter table push_subscriptions add constraint push_subscriptions_endpoint_unique UNIQUE (endpoint);
alter table reports add constraint reports_reference_unique UNIQUE (reference);
alter table team_invitations add constraint "team_invitations_tokenHash_unique" UNIQUE (token_hash);
alter table ticket_places add constraint ticket_places_code_unique UNIQUE (code);
alter table tickets add constraint tickets_code_unique UNIQUE (code);
alter table users add constraint "users_googleSubject_unique" UNIQUE (google_subject);
alter table waiting_entries add constraint waiting_entries_code_unique UNIQUE (code);
alter table data_exports add constraint data_exports_state CHECK ((state = ANY (ARRAY['preparing'::text, 'ready'::text, 'failed'::text])));
alter table decisions add constraint decisions_act CHECK ((act = ANY (ARRAY['hide'::text, 'restore'::text, 'ask'::text, 'hide-account'::text, 'suspend'::text, 'block-domain'::text])));
alter table decisions add constraint decisions_outcome CHECK (((outcome IS NULL) OR (objected_at IS NOT NULL)));
alter table decisions add constraint decisions_subject_named CHECK (((subject_kind = 'domain'::text) = ((subject_id IS NULL) AND (domain IS NOT NULL))));
alter table door_scans add constraint door_scans_kind CHECK ((kind = ANY (ARRAY['admit'::text, 'undo'::text, 'walk-in'::text])));
alter table door_scans add constraint door_scans_seats CHECK (((seats >= 1) AND (seats <= 4)));
alter table events add constraint events_capacity CHECK ((capacity >= 1));
alter table events add constraint events_categories CHECK ((cardinality(categories) <= 3));
alter table events add constraint events_draft_unbooked CHECK (((NOT is_draft) OR (tickets_sold = 0)));
alter table events add constraint events_end_after_start CHECK ((end_time > start_time));
alter table events add constraint events_hidden_reason CHECK ((hidden_reason = ANY (ARRAY['rules'::text, 'legal'::text])));
alter table events add constraint events_hidden_with CHECK ((hidden_with = ANY (ARRAY['account'::text, 'suspension'::text])));
alter table events add constraint events_location_whole CHECK (((latitude IS NULL) = (longitude IS NULL)));
alter table events add constraint events_max_per_person CHECK ((max_per_person >= 1));
alter table events add constraint events_never_oversold CHECK (((tickets_sold >= 0) AND (tickets_sold <= capacity)));
alter table events add constraint events_prices CHECK (((selling_price >= (0)::numeric) AND (anchor_price >= (0)::numeric)));
alter table events add constraint events_review CHECK ((review = 'waiting'::text));
alter table events add constraint events_seats_held CHECK (((held >= 0) AND ((tickets_sold + held) <= capacity)));
alter table events add constraint events_status CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'postponed'::text, 'cancelled'::text])));
alter table follows add constraint follows_others CHECK ((user_id <> creator_id));
alter table jobs add constraint jobs_status CHECK ((status = ANY (ARRAY['waiting'::text, 'failed'::text])));
alter table mails add constraint mails_status CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'skipped'::text, 'folded'::text, 'failed'::text]))) NOT VALID;
alter table moderation_words add constraint moderation_words_kind CHECK ((kind = ANY (ARRAY['decision'::text, 'objection'::text, 'answer'::text, 'report'::text, 'role'::text])));
alter table moderation_words add constraint moderation_words_whole CHECK (((text IS NULL) = (salt IS NULL)));
alter table offers add constraint offers_ended CHECK (((ended_at IS NULL) = (ending IS NULL)));
alter table offers add constraint offers_seats CHECK (((seats >= 1) AND (seats <= 4)));
alter table reminder_rounds add constraint reminder_rounds_which CHECK ((which = ANY (ARRAY['early'::text, 'late'::text])));
alter table reminders add constraint reminders_which CHECK ((which = ANY (ARRAY['early'::text, 'late'::text])));
alter table reports add constraint reports_kind CHECK ((kind = ANY (ARRAY['illegal'::text, 'rules'::text, 'facts'::text, 'picture'::text])));
alter table ticket_returns add constraint ticket_returns_once CHECK (((undone_at IS NULL) OR (released_at IS NULL)));
alter table ticket_returns add constraint ticket_returns_seats CHECK ((((seats >= 1) AND (seats <= 4)) AND ((held >= 0) AND (held <= seats))));
alter table tickets add constraint tickets_admitted CHECK (((admitted >= 0) AND (admitted <= 4))) NOT VALID;
alter table tickets add constraint tickets_mailed CHECK (((NOT wants_mail) OR (guest_email IS NOT NULL))) NOT VALID;
alter table tickets add constraint tickets_quantity CHECK (((number_of_tickets >= 0) AND (number_of_tickets <= 4))) NOT VALID;
alter table tickets add constraint tickets_returned CHECK (((number_of_tickets = 0) = (returned_at IS NOT NULL))) NOT VALID;
alter table tickets add constraint tickets_somebody CHECK (((user_id IS NOT NULL) OR (guest_name IS NOT NULL))) NOT VALID;
alter table turnout_forecasts add constraint turnout_forecasts_range CHECK (((0 <= low) AND (low <= high) AND (high <= seats)));
alter table users add constraint users_email_filled CHECK (((length(email) >= 3) AND (length(email) <= 254)));
alter table users add constraint users_latitude CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision)));
alter table users add constraint users_location_whole CHECK (((latitude IS NULL) = (longitude IS NULL)));
alter table users add constraint users_longitude CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision)));
alter table users add constraint users_role CHECK ((role = ANY (ARRAY['moderator'::text, 'administrator'::text])));
alter table waiting_entries add constraint waiting_entries_ended CHECK (((ended_at IS NULL) = (ending IS NULL)));
alter table waiting_entries add constraint waiting_entries_saved CHECK (((saved >= 0) AND (saved <= 4)));
alter table waiting_entries add constraint waiting_entries_wish CHECK ((((at_least >= 1) AND (at_least <= number_of_tickets)) AND (number_of_tickets <= 4)));
alter table address_changes add constraint address_changes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table announcements add constraint announcements_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table blocked_domains add constraint blocked_domains_decision_id_decisions_id_fk FOREIGN KEY (decision_id) REFERENCES decisions(id);
alter table calendar_feeds add constraint calendar_feeds_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table data_exports add constraint data_exports_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table decisions add constraint decisions_concerned_id_users_id_fk FOREIGN KEY (concerned_id) REFERENCES users(id) ON DELETE SET NULL;
alter table decisions add constraint decisions_moderator_id_users_id_fk FOREIGN KEY (moderator_id) REFERENCES users(id) ON DELETE SET NULL;
alter table decisions add constraint decisions_objection_words_id_moderation_words_id_fk FOREIGN KEY (objection_words_id) REFERENCES moderation_words(id);
alter table decisions add constraint decisions_outcome_by_users_id_fk FOREIGN KEY (outcome_by) REFERENCES users(id) ON DELETE SET NULL;
alter table decisions add constraint decisions_outcome_words_id_moderation_words_id_fk FOREIGN KEY (outcome_words_id) REFERENCES moderation_words(id);
alter table decisions add constraint decisions_words_id_moderation_words_id_fk FOREIGN KEY (words_id) REFERENCES moderation_words(id);
alter table digests add constraint digests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table door_links add constraint door_links_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id);
alter table door_links add constraint door_links_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table door_scans add constraint door_scans_link_id_door_links_id_fk FOREIGN KEY (link_id) REFERENCES door_links(id) ON DELETE CASCADE;
alter table door_scans add constraint door_scans_ticket_id_tickets_id_fk FOREIGN KEY (ticket_id) REFERENCES tickets(id);
alter table event_history add constraint event_history_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table event_history add constraint event_history_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table event_scores add constraint event_scores_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table events add constraint events_creator_id_users_id_fk FOREIGN KEY (creator_id) REFERENCES users(id);
alter table favourites add constraint favourites_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table favourites add constraint favourites_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table featured_events add constraint featured_events_chosen_by_users_id_fk FOREIGN KEY (chosen_by) REFERENCES users(id) ON DELETE SET NULL;
alter table featured_events add constraint featured_events_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table follow_digests add constraint follow_digests_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table follows add constraint follows_creator_id_users_id_fk FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE CASCADE;
alter table follows add constraint follows_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table guest_messages add constraint guest_messages_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table guest_messages add constraint guest_messages_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table mails add constraint mails_ticket_id_tickets_id_fk FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE;
alter table mails add constraint mails_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table moderation_words add constraint moderation_words_about_id_users_id_fk FOREIGN KEY (about_id) REFERENCES users(id) ON DELETE SET NULL;
alter table moderation_words add constraint moderation_words_by_id_users_id_fk FOREIGN KEY (by_id) REFERENCES users(id) ON DELETE SET NULL;
alter table not_for_me add constraint not_for_me_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table not_for_me add constraint not_for_me_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table notice_settings add constraint notice_settings_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table offers add constraint offers_entry_id_waiting_entries_id_fk FOREIGN KEY (entry_id) REFERENCES waiting_entries(id);
alter table offers add constraint offers_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id);
alter table offers add constraint offers_ticket_id_tickets_id_fk FOREIGN KEY (ticket_id) REFERENCES tickets(id);
alter table passkeys add constraint passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table password_resets add constraint password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table pending_changes add constraint pending_changes_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table push_subscriptions add constraint push_subscriptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table questions add constraint questions_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table questions add constraint questions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table recommendations add constraint recommendations_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table recovery_codes add constraint recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table reminder_rounds add constraint reminder_rounds_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table reminders add constraint reminders_ticket_id_tickets_id_fk FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE;
alter table reports add constraint reports_creator_id_users_id_fk FOREIGN KEY (creator_id) REFERENCES users(id) ON DELETE SET NULL;
alter table reports add constraint reports_decision_id_decisions_id_fk FOREIGN KEY (decision_id) REFERENCES decisions(id);
alter table reports add constraint reports_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE SET NULL;
alter table reports add constraint reports_reporter_id_users_id_fk FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL;
alter table reports add constraint reports_words_id_moderation_words_id_fk FOREIGN KEY (words_id) REFERENCES moderation_words(id);
alter table sessions add constraint sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table team_invitations add constraint team_invitations_accepted_by_users_id_fk FOREIGN KEY (accepted_by) REFERENCES users(id) ON DELETE CASCADE;
alter table team_invitations add constraint team_invitations_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table ticket_places add constraint ticket_places_ticket_id_tickets_id_fk FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE;
alter table ticket_returns add constraint ticket_returns_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id);
alter table ticket_returns add constraint ticket_returns_ticket_id_tickets_id_fk FOREIGN KEY (ticket_id) REFERENCES tickets(id);
alter table tickets add constraint tickets_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id);
alter table tickets add constraint tickets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
alter table turnout_forecasts add constraint turnout_forecasts_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;
alter table two_factor add constraint two_factor_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table uploads add constraint uploads_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table waiting_entries add constraint waiting_entries_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id);
alter table waiting_entries add constraint waiting_entries_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX data_exports_expiry ON public.data_exports USING btree (expires_at);
CREATE INDEX data_exports_user ON public.data_exports USING btree (user_id, id);
CREATE INDEX decisions_concerned ON public.decisions USING btree (concerned_id);
CREATE INDEX decisions_objections ON public.decisions USING btree (objected_at) WHERE ((objected_at IS NOT NULL) AND (outcome IS NULL));
CREATE INDEX decisions_subject ON public.decisions USING btree (subject_kind, subject_id, id);
CREATE INDEX door_links_event ON public.door_links USING btree (event_id, id);
CREATE INDEX door_scans_conflicts ON public.door_scans USING btree (event_id, corrected_at) WHERE ((kind = 'admit'::text) AND (ticket_id IS NOT NULL) AND (counts < seats) AND (NOT is_undone));
CREATE INDEX door_scans_set_aside ON public.door_scans USING btree (event_id, corrected_at) WHERE ((conflict IS NOT NULL) AND (NOT is_undone));
CREATE INDEX door_scans_ticket ON public.door_scans USING btree (ticket_id, corrected_at);
CREATE INDEX event_history_event ON public.event_history USING btree (event_id, id);
CREATE INDEX event_scores_worth_a_look ON public.event_scores USING btree (score DESC NULLS LAST, event_id DESC NULLS LAST) WHERE (looked_at IS NULL);
CREATE INDEX event_search_front ON public.event_search USING gin (front);
CREATE INDEX event_search_title ON public.event_search USING gin (title);
CREATE INDEX event_search_whole ON public.event_search USING gin (whole);
CREATE INDEX events_called_off ON public.events USING btree (start_time, id) WHERE ((status = ANY (ARRAY['cancelled'::text, 'postponed'::text])) AND (hidden_at IS NULL));
CREATE INDEX events_creator ON public.events USING btree (creator_id, start_time, id);
CREATE INDEX events_drafts ON public.events USING btree (creator_id, start_time, id) WHERE (status = 'draft'::text);
CREATE INDEX events_hidden_pictures ON public.events USING btree (id) WHERE ((hidden_at IS NOT NULL) AND (image_url IS NOT NULL));
CREATE INDEX events_hidden_with ON public.events USING btree (creator_id) WHERE (hidden_with IS NOT NULL);
CREATE INDEX events_image_url ON public.events USING hash (image_url);
CREATE INDEX events_listed_start ON public.events USING btree (start_time, id) WHERE ((status = 'published'::text) AND (hidden_at IS NULL) AND (review IS NULL));
CREATE INDEX events_managers ON public.events USING gin (manager_ids) WHERE (manager_ids <> '{}'::integer[]);
CREATE INDEX events_public_categories ON public.events USING gin (categories) WHERE ((status = 'published'::text) AND (hidden_at IS NULL));
CREATE INDEX events_public_online ON public.events USING btree (start_time, id) WHERE ((status = 'published'::text) AND (hidden_at IS NULL) AND is_virtual);
CREATE INDEX events_public_place ON public.events USING btree (latitude, longitude, start_time, id) WHERE ((status = 'published'::text) AND (hidden_at IS NULL));
CREATE INDEX events_public_published ON public.events USING btree (published_at) WHERE ((status = 'published'::text) AND (hidden_at IS NULL) AND (published_at IS NOT NULL));
CREATE INDEX events_public_span ON public.events USING gist (tstzrange(start_time, end_time)) WHERE ((status = 'published'::text) AND (hidden_at IS NULL));
CREATE INDEX events_public_start ON public.events USING btree (start_time, id) WHERE ((status = 'published'::text) AND (hidden_at IS NULL));
CREATE INDEX events_public_title_trigrams ON public.events USING gin (title_folded gin_trgm_ops) WHERE ((status = 'published'::text) AND (hidden_at IS NULL));
CREATE INDEX events_public_zone ON public.events USING btree (time_zone) WHERE ((status = 'published'::text) AND (hidden_at IS NULL));
CREATE INDEX events_published_span ON public.events USING gist (tstzrange(start_time, end_time)) WHERE (NOT is_draft);
CREATE INDEX events_published_start ON public.events USING btree (start_time, id) WHERE (NOT is_draft);
CREATE INDEX events_review ON public.events USING btree (review_since) WHERE (review IS NOT NULL);
CREATE INDEX events_settle ON public.events USING btree (settle_at) WHERE (settle_at IS NOT NULL);
CREATE INDEX events_title_trigrams ON public.events USING gin (title_folded gin_trgm_ops) WHERE (NOT is_draft);
CREATE INDEX events_unplaced ON public.events USING btree (id) WHERE (town IS NULL);
CREATE INDEX favourites_event ON public.favourites USING btree (event_id, user_id);
CREATE INDEX favourites_untold ON public.favourites USING btree (event_id, user_id) WHERE (few_told_at IS NULL);
CREATE INDEX follows_creator ON public.follows USING btree (creator_id, user_id);
CREATE INDEX guest_messages_event ON public.guest_messages USING btree (event_id, id);
CREATE INDEX jobs_waiting ON public.jobs USING btree (priority, next_attempt_at, kind) WHERE (status = 'waiting'::text);
CREATE INDEX mails_due ON public.mails USING btree (priority, next_attempt_at, kind) WHERE (status = 'waiting'::text);
CREATE INDEX mails_ticket ON public.mails USING btree (ticket_id);
CREATE INDEX mails_user_sent ON public.mails USING btree (user_id, kind, sent_at);
CREATE INDEX moderation_words_about ON public.moderation_words USING btree (about_id);
CREATE INDEX moderation_words_by ON public.moderation_words USING btree (by_id);
CREATE INDEX moderation_words_hash ON public.moderation_words USING btree (hash);
CREATE INDEX not_for_me_event ON public.not_for_me USING btree (event_id);
CREATE INDEX offers_entry ON public.offers USING btree (entry_id, id);
CREATE INDEX offers_open_of_event ON public.offers USING btree (event_id) WHERE (ended_at IS NULL);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
CREATE INDEX push_subscriptions_user ON public.push_subscriptions USING btree (user_id, id);
CREATE INDEX questions_event ON public.questions USING btree (event_id);
CREATE INDEX questions_user ON public.questions USING btree (user_id, created_at);
CREATE INDEX reports_creator ON public.reports USING btree (creator_id);
CREATE INDEX reports_decision ON public.reports USING btree (decision_id);
CREATE INDEX reports_event ON public.reports USING btree (event_id);
CREATE INDEX reports_open ON public.reports USING btree (created_at) WHERE ((decision_id IS NULL) AND (dismissed_at IS NULL));
CREATE INDEX reports_open_event ON public.reports USING btree (event_id) WHERE ((decision_id IS NULL) AND (dismissed_at IS NULL));
CREATE INDEX reports_reporter ON public.reports USING btree (reporter_id);
CREATE INDEX reports_reporter_email ON public.reports USING btree (lower(reporter_email)) WHERE (reporter_email IS NOT NULL);
CREATE INDEX search_words_spellings ON public.search_words USING gin (spellings);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE INDEX ticket_places_ticket ON public.ticket_places USING btree (ticket_id, id);
CREATE INDEX ticket_returns_event ON public.ticket_returns USING btree (event_id, returned_at);
CREATE INDEX ticket_returns_pending ON public.ticket_returns USING btree (event_id) WHERE ((undone_at IS NULL) AND (released_at IS NULL));
CREATE INDEX ticket_returns_returned ON public.ticket_returns USING brin (returned_at);
CREATE INDEX ticket_returns_ticket ON public.ticket_returns USING btree (ticket_id, id);
CREATE INDEX tickets_changed ON public.tickets USING btree (event_id, changed_in);
CREATE INDEX tickets_created ON public.tickets USING brin (created_at);
CREATE INDEX tickets_event ON public.tickets USING btree (event_id, id);
CREATE INDEX tickets_guest_email ON public.tickets USING btree (lower(guest_email)) WHERE (guest_email IS NOT NULL);
CREATE INDEX tickets_user_created ON public.tickets USING btree (user_id, created_at, id);
CREATE INDEX title_words_trigrams ON public.title_words USING gin (word gin_trgm_ops);
CREATE INDEX uploads_deleted ON public.uploads USING btree (key) WHERE (deleted_at IS NOT NULL);
CREATE INDEX uploads_user ON public.uploads USING btree (user_id);
CREATE INDEX used_challenges_expiry ON public.used_challenges USING btree (expires_at);
CREATE INDEX users_deletion ON public.users USING btree (deletion_at) WHERE ((deletion_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX users_photo ON public.users USING btree (photo_key) WHERE (photo_key IS NOT NULL);
CREATE INDEX users_role ON public.users USING btree (role) WHERE (role IS NOT NULL);
CREATE INDEX users_suspended ON public.users USING btree (suspended_until) WHERE (suspended_until IS NOT NULL);
CREATE INDEX waiting_entries_in_line ON public.waiting_entries USING btree (event_id, turn) WHERE ((ended_at IS NULL) AND (resting_since IS NULL));
CREATE INDEX waiting_entries_user ON public.waiting_entries USING btree (user_id, event_id, id);
CREATE UNIQUE INDEX data_exports_idempotency ON public.data_exports USING btree (user_id, idempotency_key);
CREATE UNIQUE INDEX decisions_key ON public.decisions USING btree (moderator_id, idempotency_key);
CREATE UNIQUE INDEX event_search_titles ON public.event_search USING btree (event_id) INCLUDE (title);
CREATE UNIQUE INDEX events_creation_key ON public.events USING btree (creator_id, creation_key);
CREATE UNIQUE INDEX guest_messages_idempotency ON public.guest_messages USING btree (user_id, idempotency_key);
CREATE UNIQUE INDEX jobs_dedupe ON public.jobs USING btree (kind, dedupe_key) WHERE (dedupe_key IS NOT NULL);
CREATE UNIQUE INDEX mails_dedupe ON public.mails USING btree (kind, dedupe_key) WHERE (dedupe_key IS NOT NULL);
CREATE UNIQUE INDEX mails_request ON public.mails USING btree (kind, request_hash) WHERE (request_hash IS NOT NULL);
CREATE UNIQUE INDEX offers_open ON public.offers USING btree (entry_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX popular_events_place ON public.popular_events USING btree (place);
CREATE UNIQUE INDEX questions_idempotency ON public.questions USING btree (user_id, idempotency_key);
CREATE UNIQUE INDEX reports_key ON public.reports USING btree (idempotency_key);
CREATE UNIQUE INDEX team_invitations_address ON public.team_invitations USING btree (event_id, lower(email));
CREATE UNIQUE INDEX ticket_places_idempotency ON public.ticket_places USING btree (ticket_id, idempotency_key);
CREATE UNIQUE INDEX ticket_returns_idempotency ON public.ticket_returns USING btree (ticket_id, idempotency_key);
CREATE UNIQUE INDEX tickets_added_by ON public.tickets USING btree (added_by, idempotency_key) WHERE (added_by IS NOT NULL);
CREATE UNIQUE INDEX tickets_idempotency ON public.tickets USING btree (user_id, idempotency_key);
CREATE UNIQUE INDEX users_email_unique ON public.users USING btree (lower(email));
CREATE UNIQUE INDEX waiting_entries_idempotency ON public.waiting_entries USING btree (user_id, idempotency_key);
CREATE UNIQUE INDEX waiting_entries_open ON public.waiting_entries USING btree (event_id, user_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX waiting_entries_turn ON public.waiting_entries USING btree (event_id, turn);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_is_append_only();
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
CREATE TRIGGER events_few_left AFTER UPDATE ON public.events FOR EACH ROW WHEN ((((((new.capacity - new.tickets_sold) - new.held) >= 1) AND (((new.capacity - new.tickets_sold) - new.held) <= GREATEST(5, (new.capacity / 10)))) AND (NOT ((((old.capacity - old.tickets_sold) - old.held) >= 1) AND (((old.capacity - old.tickets_sold) - old.held) <= GREATEST(5, (old.capacity / 10))))))) EXECUTE FUNCTION few_places_left();
CREATE TRIGGER events_search_deleted AFTER DELETE ON public.events FOR EACH ROW EXECUTE FUNCTION search_changed_event();
CREATE TRIGGER events_search_inserted AFTER INSERT ON public.events REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION search_new_events();
CREATE TRIGGER events_search_updated AFTER UPDATE ON public.events FOR EACH ROW WHEN (((old.title <> new.title) OR (old.venue <> new.venue) OR (old.town IS DISTINCT FROM new.town) OR (old.description <> new.description) OR (old.artist_description IS DISTINCT FROM new.artist_description) OR (old.organizer_description IS DISTINCT FROM new.organizer_description) OR (old.is_virtual <> new.is_virtual) OR (old.categories <> new.categories))) EXECUTE FUNCTION search_changed_event();
CREATE TRIGGER events_status_in_step_inserted BEFORE INSERT ON public.events FOR EACH ROW EXECUTE FUNCTION keep_status_in_step();
CREATE TRIGGER events_status_in_step_updated BEFORE UPDATE OF is_draft, status ON public.events FOR EACH ROW EXECUTE FUNCTION keep_status_in_step();
CREATE TRIGGER events_status_published_inserted BEFORE INSERT ON public.events FOR EACH ROW EXECUTE FUNCTION note_first_publication();
CREATE TRIGGER events_status_published_updated BEFORE UPDATE OF is_draft, status ON public.events FOR EACH ROW EXECUTE FUNCTION note_first_publication();
CREATE TRIGGER tickets_note_change BEFORE UPDATE ON public.tickets FOR EACH ROW EXECUTE FUNCTION note_ticket_change();
CREATE TRIGGER users_search_renamed AFTER UPDATE ON public.users FOR EACH ROW WHEN (((old.first_name <> new.first_name) OR ("left"(old.last_name, 1) <> "left"(new.last_name, 1)) OR (old.public_name <> new.public_name) OR ((old.deletion_at IS NULL) <> (new.deletion_at IS NULL)))) EXECUTE FUNCTION search_renamed_creator();
create schema drizzle;
create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
insert into drizzle.__drizzle_migrations (hash, created_at) values
('e2955bf2083f2739e691b9aa8cf8a045b791b4e3fe0255ddbc42b8c82ae96d4c', 1794709316154),
('80a8193aac2d5ceae46833984fcd285f901ecd3cd8a5eef964ab707ed28e9177', 1794710668797),
('7c29b58ccd16fdf98722a058f548815000c74d9637d6310f80ead2750b89b68e', 1794712854920),
('d3c6ad2f4060d7b1a27a7508260b1b95684f762182d09217e8b779750a966f50', 1794774703000),
('8b4abfaecd4882440fc4e65671ce89d5a8b60b008b5d6bc654824102c1e3591b', 1794774704000),
('91afd8e61f5c040677b7182103fdbfe24e75e53550db435ad75929d080d1100b', 1794774705000),
('e7dfc2d700b14d285358d95109f3495baf48886d9b852374548f804dde6e1de3', 1794774706000),
('07483f11a6fae5fed2d3c779ab25b0f4610056d8f71bb0cc571af789a73fc5dc', 1794774707000),
('3f7f9f4ea6e8c89292335c8645f4f0898353d0508c0f9857d29cd5f9330201e4', 1794774708000),
('e3de32e3b335c9a1edb2b0e6d48e0740202e60a426c882f7e40458b47fa0a2ef', 1794774709000),
('a22602ab5557e1a4233bb4d76a8ff4237ee9abf964027e4e8b0f53ba676cf992', 1794774710000),
('1ea6bc946e70b1e5a4521e7e78c1c58f6b0cd8f3fef9d47551c72a447162080a', 1794774711000),
('de23d3860900a545d6440f2c1f47c89e5ec7d0fae35833c49fd57e98e65fd944', 1794774712000),
('9ab2b44937cf448e216a132cb6bf89f4f91285d09321b84cd3e70e3308726e17', 1794774713000),
('39b17202626f7ed1776babcb7c9f59667a93080e77dcfbfe6cde1959c19b989d', 1794774714000),
('e058085409718c80f75374b4f89b761eb2fc106483db0e0b07bbd98501f97381', 1794774715000),
('487afdd6fdd6330c4f97c38269c2b62c96c8061b2e9b4b898471672ec5f2a5cf', 1794774716000),
('f524fc5335adf782ad882589b129414e3dc0309dbd93b702347e226f07fc795c', 1794774717000),
('6b655c6cf70d6d98139817d6182e7a1a7d1f40544bbe062b2395a65079394cab', 1794774718000),
('06cfd2ae9e23a28c13b0473d24fa78f011269989d659f97df27528cff90a5ea6', 1794774719000),
('b36ba695735179570ab429a5c09e17cba8d48b31b427338f448dfffc1b7a69d9', 1794774720000),
('46298a83534d0f81bf50eb38849ce0a846531e81467a0f277636dffeccdde07b', 1794774721000),
('af49df0749c427a84a752d7181577e639520392529f81ce9d3d698ada62baeb9', 1794774722000),
('aca2450fb1403a547d13922c6c99a4ba9dbe15cfa064f5877290d68c3e315e26', 1794774723000),
('a3a546ec19c3f33b987c06b254c83859bc5ab09fda45a0eeaab88ae7b1ed97b7', 1794774724000),
('54e1fb69a84dc8411d0699c718aa65c71cd8c04f2c8c6b89e19069d4000496df', 1794774725000),
('72faed954d0f2dd1bd8d3b6ae8d968d685889d18601c575047954e74b6b33d2a', 1794774726000),
('d17db4507d6b2b4e81f10a880b0577e8c52b91051cdbe6cffa46c47bc6d17336', 1794774727000),
('5335389461ad90bd572ab284a69ada4b9a00a62b002d5e6cf7e7c80ac2a4e606', 1794774728000),
('2797c01e8bb7c93b0cfde69df64f25823729ac91fe335502872e742ac7f05913', 1794774729000),
('ea345083e8fd8778b6c0a51ed3b5dfa3382df2c0454254934b4c80af5385930e', 1794774730000),
('7c9210194c09e1c62f3ad9efbcd1822a9679a31b4894b080d97aa6ebae9d71b1', 1794774731000),
('d25c72cf027b5e3711052848c83040de15d72cab8054a7f41ae2d968f2a81cd7', 1794774732000),
('36caecd7660ecf73182e33e05e47dfbc8d066bd48e3a8f5c6811d36f09bac63e', 1794774733000),
('b39f35df64a18c465ce9ea186216a932806601223c2ca79f9ba7562b8d0f5942', 1794774734000),
('95eeb8a2bf157c6a60e782ae02e9034fccfb80fd0b35520c6153435bdb524d16', 1794774735000),
('5cd46b6af5fda9bbf606527dceece88d266665685860cddcbd880e842c6031b0', 1794774736000),
('43464f705f6086a6a238763c9d95d7cf9407ebb77c20c5fd2efb99857a7f4ae8', 1794774737000),
('7ae30ae1c49242b0eff83f96f315a14db41054826166a7a0f7514d9f846578fe', 1794774738000),
('51210252b48aedd66901cc35fbc5b0627ff31064ffe929ee500be2056ecff199', 1794822064571),
('ecaf10c1fa6ab6d5d251867278b6c292310b5e804a3019deae7daa9acdf78b23', 1794822065571),
('a7d9533c79a13e4e4177c4f6ea6c89a5295b446cc5eaac28f61a716f663b78dc', 1794823941875),
('9711c09d3c2d5aa119ec48327480c1623a1ac3d672ff909908f643adebe4c060', 1794823942875),
('3ff4c94c627dd3bcf59c1e5ab45a5060e783b56844e9a63f5d1960caa9f0b180', 1794835000000),
('0323ee7c6982f5c3cbe96757e3327c434ac33a809b4bd442cbb98eea043fcd3d', 1794849111200),
('53f0cdf022489673942ca38743e89ef84d59c63e8da4e959a417042520eaae49', 1794961397279),
('0113afd16f922e98cc92c1475366c427d6462ddb765717733e618e1a9ea7b9ed', 1794961918713),
('f065339f321d99dadb1853f9ffa16194c844f7d9b61fd9f400259ed646ebc529', 1794961921814),
('eb6426087f20c7658dc7530542537938a59374aa997aabacbcdca4d8c5ec0534', 1794961926592),
('182b4bb4a711d8f97991cdd4e2b8087094bdb79c70d3183a91abf64c35f6753b', 1794963064748),
('8ecd531ec68bbb6fc089a1edc22987f636ceae975efff8525db9efd59bfda4bb', 1794963068118),
('d79e5a16151e7f1a44f1c16167d5b0680edc97694ee43d003e55e1134b27de0e', 1794964963102),
('67e14c52c6bb7c39c4fc05191f258e7b6ec85668e52f43f247f80632da0eaf3b', 1794965607616),
('67a6192c9156f63fc67617a69a6af1296480129f75d94de92522160279c8d883', 1794965824566),
('d780b4e4bd9abcf368dd263e14409d0f80d15d49d7e6f9f5dd1f836437a4815f', 1794965932673),
('fc70f047b91634766dccea0e86761a257a683efd18e32e42d1e2e867d9686fda', 1794966948400),
('e4ef0e98326f6445f8565ec521f26afe0985d1f1a7fa8d210938202883ec7106', 1794966953025),
('6e06441ab260e586c7f935cd66fa29c3c0f50e7574079d31ecc187b8b64e070e', 1794972959348),
('a3bc2d231b7e502947d309f620b2f71c3c6d60a1cedf17b3a357efcd8683244f', 1794974399899);
create table drizzle.applied_functions (name text primary key, version int not null, hash text not null, applied_at timestamptz not null default now());
insert into drizzle.applied_functions (name, version, hash) values
('book-seats.sql', 3, '4ea029d3c72266df4388c10b06330de9afd4eabd6b57766a71b4f388410bd4ab'),
('book-tickets.sql', 3, '82ca57be84273e836b0d5f412c60b42f14a0840a6121c8d5bd99f7f55bee9855');
