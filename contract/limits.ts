// The numbers of the product (docs/product/texts.md#numbers), each written once.

export const TICKETS_PER_BOOKING = { min: 1, max: 4 }
/** Where a creator sets one: most tickets of an event for one account. */
export const TICKETS_PER_PERSON = { min: 1, max: 100 }
export const PASSWORD_MIN = 6
// argon2 hashes any length, but a megabyte of password is an attack, not a secret.
export const PASSWORD_MAX = 256
export const CAPACITY = { min: 1, max: 1_000_000 }
export const TYPEAHEAD = { minCharacters: 2, maxTitles: 8 }
export const TOWNS = { max: 8 }
export const PRICE_MAX = 1_000_000

/** A code that is emailed for signing in. */
export const SIGN_IN_CODE = { digits: 6, minutes: 10, tries: 5 }

export const TEXT = {
  name: 80,
  email: 254, // RFC 5321 §4.5.3.1.3
  phone: 30,
  addressLine: 200,
  zipCode: 20,
  title: 150,
  venue: 300,
  town: 120,
  description: 10_000,
  artistDescription: 4_000,
  url: 2_000,
  query: 100,
  question: 2_000,
  note: 1_000,
  reason: 500,
  subject: 120,
  bookingQuestion: 200,
  choice: 100,
  answer: 1_000,
  request: 500,
  message: 4_000,
  passkey: 60,
  apiKey: 60,
  // A recovery code with whatever is typed between its letters.
  code: 40,
  publicText: 1_000,
}

// A QR code holds at most 4,296 characters; ours has 43, and what is longer is not read.
export const DOOR = {
  hoursAfterEnd: 12,
  hoursForLateScans: 24,
  /** Nobody walks in earlier: a link that got out weeks before must not sell the event out. */
  walkInHoursBefore: 12,
  scansAtOnce: 500,
  /** Links of an event that have not ended, and links in all: each is a line of every list of doors. */
  liveLinks: 20,
  linksInAll: 200,
  codeLength: 500,
  reasonLength: 200,
  undoSeconds: 10,
  searchFrom: 2,
  /** Ends of codes that match nobody, within a minute: then a device takes names and whole codes only. */
  wrongEndsAMinute: 20,
}

/** Rows of one import, its bytes, and how long it can be undone; characters of a cell, and seats of one row. */
export const IMPORT = {
  rows: 5_000,
  bytes: 2 * 1_024 * 1_024,
  undoHours: 24,
  cell: 500,
  seats: 100,
  listed: 100,
  events: 100,
}

/** Questions that one event asks at once, choices of a question, and questions in all, those replaced among them. */
export const BOOKING_QUESTIONS = { most: 8, choices: 12, inAll: 40 }
/** Requests that one person may make for one event, and that are decided in one call. */
/** How long an order holds its seats until it is paid, and how many orders one account may leave unpaid in a day. */
export const ORDERS = { holdMinutes: 15, lastHourMinutes: 10, checkoutMinutes: 36, unpaidADay: 3 }
/** Banks need their days: a transfer is due by then, and cannot be chosen any later before the start. */
/** Of what an administrator sees of money that is not where it should be: of each kind, the oldest. */
export const TROUBLE_SHOWN = 50
export const TRANSFER = { dueDays: 5, untilDaysBefore: 7 }
export const BOOKING_REQUESTS = { perPerson: 3, decidedAtOnce: 100, untilMs: 2 * 3_600_000 }
/** How long after the end of an event the answers to them are deleted, and the named ones to its surveys. */
export const ANSWERS_DAYS = 90
/** Questions of a survey. Anonymous results come in steps of so many answers, so that two looks differ by a group. */
export const SURVEY = { most: 10, step: 5, textsShown: 200 }

/** So many people may run one event, invitations that are open among them. */
export const TEAM_MOST = 100

/** At most so many messages to the guests of an event within so many hours. */
export const MESSAGES = { most: 3, mostToOneGuest: 20, hours: 24 }

/** How long after the end of an event its guests are thanked. */
export const THANKS_HOURS = { min: 1, max: 168, usual: 12 }

/** Places that one booking ever sends, those taken back included: a door's list has them all. */
export const PLACES_SENT = 40
/** One ticket: each return may email everybody who waits. */
export const RETURNS_AN_HOUR = 3
/** Giving back can be undone for this long; longer by an email's link, because somebody else may have followed it. */
export const UNDO_RETURN_MINUTES = { signedIn: 2, byLink: 15 }
/** "I did not create this account" can be taken back by the same link for this long; its seats are held as long. */
export const UNDO_DISOWNING_MINUTES = 15

/** Saved events: a longer list is no choice any more; a device keeps fewer, and hands them over in one call. */
export const SAVED = { most: 300, onDevice: 100 }
/** Few places are left: at most so many, or this part of the capacity. The same in the trigger events_few_left. */
export const FEW_LEFT = { places: 5, part: 10 }

/** Dates of a series are made so long ahead, at least the next one and at most so many; so many are booked at once. */
export const SERIES = { daysAhead: 84, most: 52, bookedAtOnce: 12, mostFollowed: 1_000 }

/** So many of one's tickets in one answer; the next are behind its last. */
export const TICKETS_AT_ONCE = 500

/** So many creators that one person can follow. */
export const MOST_FOLLOWED = 1_000

// docs/product/finding.md#feeds
export const FEED = { events: 800, bytes: 900_000, daysBack: 30, monthsAhead: 12, daysCalledOff: 30 }

/** Popular, recommended and featured events are short lists, without further pages. */
export const LIST = { pageSize: 24, maxPageSize: 100, shortSize: 48 }

export const UPLOAD = {
  maxBytes: 5_242_880,
  resizedMaxBytes: 2_097_152,
  fit: { width: 1920, height: 1080 },
  quality: 0.8,
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const,
  typeNames: 'JPEG, PNG, GIF, WebP',
}
export const IMAGE_WIDTHS = [400, 800, 1600] as const

export const TOAST_MS = 6000
export const SOON_TOAST_MS = 3000
export const SLIDER_MS = 5000
export const HERO_EVENTS = 3
export const GUARD_MS = 500
export const LOGIN_CALLBACK_MS = 100
export const LOGIN_OPEN_MS = 100
export const BOOKING_RETRY_MS = 200
export const RESET_REDIRECT_SECONDS = 3
export const EXTERNAL_SIGN_IN_REDIRECT_SECONDS = 3
export const CONFETTI = { ms: 5000, pieces: 500, piecesOnSmallScreens: 200 }

// maximumAge 0: never accept a cached position, the visitor may have travelled since.
export const GEOLOCATION_OPTIONS = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 }

export const PROGRESS_WEIGHTS = { required: 1, image: 0.5, total: 9.5 }

export const SESSION_DAYS = 30
/** More than anybody has, and how long a browser waits for a finger. */
export const PASSKEYS = { most: 20, timeoutMs: 5 * 60_000 }
/** Sensitive actions need a proof that is not older (docs/product/accounts.md#proof). */
export const PROOF_MINUTES = 10
export const RESET_LINK_MINUTES = 60

/** How long a deletion can be taken back. */
export const DELETION_DAYS = 14

/** How long after the answer to a report without an account its sender's name and address are removed. */
export const REPORTER_MONTHS = 12
export const EXPORT_DAYS = 7
