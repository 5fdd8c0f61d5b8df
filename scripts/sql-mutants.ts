// Rules that are written in SQL, what takes each of them away, and the tests that should notice (scripts/mutate-sql.ts).

type Change = [rule: string, search: string, replacement: string, ...tests: string[]]

const MODULES = 'server/modules'
const TICKETS = `${MODULES}/tickets/tickets.test.ts`
const LIMITS = `${MODULES}/tickets/booking-limits.test.ts`
const IDEMPOTENCY = `${MODULES}/tickets/idempotency.test.ts`
const NEVER_OVERSOLD = `${MODULES}/tickets/never-oversold.test.ts`
const WAITING = `${MODULES}/waiting-list/waiting-list.test.ts`
const SOLD_OUT = `${MODULES}/insights/creator-notices.test.ts`
const DOOR = `${MODULES}/door/door.test.ts`
const FACTS = `${MODULES}/door/facts.test.ts`
const PLACE_CODES = `${MODULES}/door/place-codes.test.ts`
const AUDIT = `${MODULES}/moderation/audit.test.ts`
const SEARCH = `${MODULES}/events/search.test.ts`
const QUESTIONS = `${MODULES}/events/search-questions.test.ts`
const DELETION = `${MODULES}/account/deletion.test.ts`
const FEW_LEFT = `${MODULES}/favourites/few-left.test.ts`
const BALLOTS = `${MODULES}/ballots/ballots.test.ts`
const JOBS = 'server/jobs/jobs.test.ts'

/** By file of server/db; the last migration that says it. Each text to search for is in its file once. */
export const SQL_MUTANTS: Record<string, Change[]> = {
  'functions/enter-ballots.sql': [
    ['a ballot of a hidden event is not entered', ' OR e.hidden_at IS NOT NULL', '', BALLOTS],
    ['a ballot of an unlisted event needs its link', "WHEN request.is_unlisted THEN 'unlisted'", '', BALLOTS],
    [
      'a ballot of a cancelled event is not entered',
      "WHEN request.status <> 'published' THEN 'event_' || request.status",
      '',
      BALLOTS,
    ],
    ['a ballot is not entered before it opens', 'b.opens_at > at', 'false', BALLOTS],
    ['a ballot is not entered once it closes', 'b.closes_at <= at OR ', '', BALLOTS],
    ['a ballot is entered with a confirmed address', 'u.email_confirmed_at IS NULL AS', 'false AS', BALLOTS],
    ['a ballot has a most of seats', 'request.quantity > request.most', 'false', BALLOTS],
    [
      'a ballot may be entered for the most of its seats',
      'request.quantity > request.most',
      'request.quantity >= request.most',
      BALLOTS,
    ],
    [
      'the same again is no change of a ballot’s entry',
      'known.seats = request.quantity AND known.salt = request.salt',
      'false',
      BALLOTS,
    ],
    ['other seats change a ballot’s entry', 'known.seats = request.quantity AND ', '', BALLOTS],
    ['another salt changes a ballot’s entry', ' AND known.salt = request.salt', '', BALLOTS],
    ['an entry is of one ballot', 'n.ballot_id = request.ballot_id AND ', '', BALLOTS],
    ['a ballot’s entry belongs to one person', ' AND n.user_id = request.user_id', '', BALLOTS],
    ['a ballot counts an entry once', "IF outcome = 'entered' THEN", 'IF true THEN', BALLOTS],
    ['entries of a ballot come one after the other', ' FOR NO KEY UPDATE;', ';', BALLOTS],
  ],
  'functions/book-places.sql': [
    ['bookings of one event come one after the other', ' FOR NO KEY UPDATE;', ';', NEVER_OVERSOLD],
    ['a hidden event cannot be booked', ' OR e.hidden_at IS NOT NULL', '', `${MODULES}/moderation/hiding.test.ts`],
    [
      'seats that are held are not for everybody',
      'e.capacity - e.tickets_sold - e.held AS',
      'e.capacity - e.tickets_sold AS',
      WAITING,
    ],
    ['an event is over at its end', 'e.end_time <= at', "e.end_time < at - interval '1 day'", TICKETS],
    ['bookings close when the creator says', 'e.booking_closes_at <= at', 'false', LIMITS],
    ['what is due is settled first', 'e.settle_at <= at', 'false', WAITING, `${MODULES}/waiting-list/offers.test.ts`],
    ['a key is its owner’s', 't.user_id = r.user_id AND t.idempotency_key', 't.idempotency_key', IDEMPOTENCY],
    ['a key is for one event', 'request.first_event = request.event_id AND ', '', IDEMPOTENCY],
    ['a key is for one quantity', ' AND request.first_quantity = request.quantity', '', IDEMPOTENCY],
    ['the limit of a person counts earlier bookings', 't.event_id + 0 = request.event_id;', 'false;', LIMITS],
    [
      'the limit of a person counts the same batch',
      'IF request.user_id = ANY (ticket_users) THEN',
      'IF false THEN',
      LIMITS,
    ],
    ['the limit of a person is that of one event', ' AND made.event_id = request.event_id;', ';', LIMITS],
    [
      'the limit of a person can be reached',
      'already + request.quantity > most',
      'already + request.quantity >= most',
      LIMITS,
    ],
    ['the last seats can be booked together', 'seats < request.quantity', 'seats <= request.quantity', TICKETS],
    ['who waits uses the offer first', 'ELSIF request.is_waiting THEN', 'ELSIF false THEN', WAITING, LIMITS],
    [
      'seats of several bookings add up',
      'taken := taken + request.quantity;',
      'taken := request.quantity;',
      NEVER_OVERSOLD,
    ],
    [
      'while seats are held, a booking makes the ledger due',
      "IF held_events <> '{}' THEN",
      'IF false THEN',
      `${MODULES}/waiting-list/offers.test.ts`,
    ],
    ['the creator is told of a sold-out event', "IF full_events <> '{}' THEN", 'IF false THEN', SOLD_OUT],
    ['the creator is told of it once', 'seats = 0 AND request.is_news', 'seats = 0', SOLD_OUT],
  ],
  'functions/lock-event.sql': [
    [
      'changes of seats come one after the other',
      ' FOR NO KEY UPDATE',
      '',
      `${MODULES}/tickets/returns.test.ts`,
      WAITING,
      'server/ledger/histories.test.ts',
    ],
  ],
  'functions/take-door-scans.sql': [
    [
      'senders of one link wait for each other',
      "PERFORM pg_advisory_xact_lock(hashtext('door link'), link);",
      '',
      FACTS,
    ],
    [
      'a draft gives no seat away',
      "CASE WHEN e.status = 'draft' THEN 0 ELSE e.capacity - e.tickets_sold - e.held END",
      'e.capacity - e.tickets_sold - e.held',
      DOOR,
    ],
    ['walk-ins over the limit end somewhere', 'IF scan.seats - seated > over_left THEN', 'IF false THEN', FACTS],
    ['a booking has at most so many scans', "> most_scans THEN 'too-many'", "> 100000 THEN 'too-many'", FACTS],
    ['a place that was taken back says so', ' AND p.taken_back_at <= r.corrected)', ' AND false)', PLACE_CODES],
    ['a scan made before a return counts', '(g.returned_at > r.corrected OR', '(false OR', FACTS],
    [
      'an undo counts once',
      'CASE WHEN undone.is_undone THEN 0 ELSE coalesce(undone.counts, 0) END',
      'coalesce(undone.counts, 0)',
      DOOR,
      FACTS,
    ],
    [
      'who comes in after a return cannot undo it',
      'UPDATE ticket_returns r SET undo_until = received',
      'UPDATE ticket_returns r SET undo_until = undo_until',
      FACTS,
    ],
    [
      'the seat of an undone walk-in goes to who waits',
      'UPDATE events e SET settle_at = received',
      'UPDATE events e SET settle_at = settle_at',
      DOOR,
    ],
    ['who comes too late is turned away', "AND u.counted = 0 THEN 'already-in'", "AND false THEN 'already-in'", DOOR],
  ],
  'functions/replay-door-scans.sql': [
    [
      'the first by corrected time counts',
      'ORDER BY s.corrected_at, s.received_at,',
      'ORDER BY s.received_at, s.corrected_at,',
      DOOR,
      FACTS,
    ],
    [
      'the code of a booking lets in what was not sent',
      'greatest(seats_then - in_now - friends_seats, 0)',
      'greatest(seats_then - in_now, 0)',
      PLACE_CODES,
    ],
    ['a place lets in once', ' OR scan.place_id = ANY (places_in) THEN 0', ' THEN 0', PLACE_CODES],
    ['who was turned away never counts later', 'IF NOT news[last] THEN', 'IF false THEN', FACTS],
    ['an undo is that of its own link', 'links[target] <> scan.link_id OR ', '', DOOR, FACTS],
    [
      'a place is the friend’s until it is taken back',
      ' OR sent_until[n] > scan.corrected_at)',
      ' OR false)',
      PLACE_CODES,
    ],
    [
      'an undone place can come again',
      'places_in := places_in[:target - 1] || places_in[target + 1:];',
      '',
      PLACE_CODES,
    ],
  ],
  'functions/append-audit.sql': [
    ['lines of the log come one after the other', ' FOR UPDATE;', ';', AUDIT],
    [
      'what was taken off the end stays missing',
      'UPDATE audit_head SET seq = number, hash = digest WHERE id = 1;',
      '',
      AUDIT,
    ],
    ['a line has the hash of the one before', "encode(head.hash, 'hex'),", "'',", AUDIT],
    ['a line has the hash of its words', "coalesce(encode(words, 'hex'), '')", "''", AUDIT],
  ],
  'functions/search-found.sql': [
    ['what is in the title comes first', 'WHEN title @@ exact THEN 1', 'WHEN title @@ exact THEN 2', SEARCH],
    ['a slip is forgiven in the title', 'WHEN title @@ forgiven THEN 6', '', SEARCH, QUESTIONS],
    [
      'the description comes after venue and organiser',
      'WHEN whole @@ loose THEN 5',
      'WHEN whole @@ loose THEN 4',
      SEARCH,
    ],
  ],
  'functions/search-words.sql': [
    ['the link of a virtual event is not searched', 'CASE WHEN NOT e.is_virtual THEN e.venue END', 'e.venue', SEARCH],
    [
      'an account that leaves is not found by its name',
      'CASE WHEN u.deletion_at IS NULL\n',
      'CASE WHEN true\n',
      DELETION,
      `${MODULES}/account/erasure.test.ts`,
    ],
    ['an event is found by its kind', '        category_words(e.categories),\n', '', SEARCH, QUESTIONS],
  ],
  'migrations/0000_baseline.sql': [
    [
      'the same job again is brought forward',
      'least(waiting.next_attempt_at, excluded.next_attempt_at)',
      'waiting.next_attempt_at',
      JOBS,
    ],
    [
      'the same job again is as urgent as the more urgent',
      'least(waiting.priority, excluded.priority)',
      'waiting.priority',
      JOBS,
    ],
    ['a door is told which tickets changed', 'NEW.changed_in := pg_current_xact_id();', '', DOOR],
    [
      'an event is published once',
      "NEW.published_at IS NULL AND (TG_OP = 'INSERT' OR OLD.status = 'draft')",
      "(TG_OP = 'INSERT' OR OLD.status = 'draft')",
      `${MODULES}/creators/digest.test.ts`,
      `${MODULES}/creators/creators.test.ts`,
    ],
    ['who was told of few places is not told again', ' AND f.few_told_at IS NULL', '', FEW_LEFT],
    [
      'only the booking that leaves few adds work',
      'AND NOT (OLD.capacity - OLD.tickets_sold - OLD.held BETWEEN 1 AND greatest(5, OLD.capacity / 10))',
      '',
      FEW_LEFT,
    ],
    [
      'no line of the log is changed or deleted',
      'BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW',
      'BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW WHEN (false)',
      AUDIT,
    ],
    [
      'the log is never emptied',
      'BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT',
      'BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT WHEN (false)',
      AUDIT,
    ],
    [
      'the name is left out once an account leaves',
      ' OR (OLD.deletion_at IS NULL) <> (NEW.deletion_at IS NULL)',
      '',
      DELETION,
    ],
    [
      'an event is found by the new name of its creator',
      '\n  OR OLD.public_name <> NEW.public_name',
      '\n',
      SEARCH,
      `${MODULES}/creators/creators.test.ts`,
    ],
  ],
  'migrations/0021_access-facts.sql': [
    ['an event is found by its new description', 'OLD.description <> NEW.description OR ', '', SEARCH],
    ['an event is found by its new kind', 'OLD.categories <> NEW.categories OR ', '', SEARCH],
  ],
}
