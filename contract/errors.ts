import { formOf } from './counted.ts'
import { SITE } from './site.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from './durations.ts'
import { messages } from './messages.ts'

// code -> [status, message]. `{n}` is filled from the error's values, `{n|place|places}` with the word that fits the number.
export const ERRORS = {
  bad_request: [400, 'The request could not be understood.'],
  bad_json: [400, 'The request body is not valid JSON.'],
  unauthorized: [401, 'Please log in to continue.'],
  invalid_credentials: [401, 'Invalid email or password'],
  forbidden: [403, 'You do not have permission to do this.'],
  not_found: [404, 'Not found'],
  request_timeout: [408, 'The request took too long to arrive.'],
  address_too_long: [414, 'The address is too long.'],
  expectation_failed: [417, 'This server does not do what the Expect header asks for.'],
  payload_too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [415, 'Please send JSON.'],
  // {wait} is filled from how long Retry-After says.
  too_many_requests: [429, 'Too many requests. Please try again {wait}.'],
  headers_too_large: [431, 'The request headers are too large.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  unavailable: [503, `${SITE.name} is busy right now. Please try again in a moment.`],

  account_leaving: [403, 'This account is about to be deleted. Please log in and keep it to continue.'],
  account_suspended: [403, 'Your account is suspended until {day}'],
  account_not_found: [404, 'Account not found'],
  last_administrator: [409, 'There must be an administrator. Please make someone else one first.'],
  administrator_link_invalid: [409, 'This link is no longer valid, or there is an administrator already'],
  decision_not_found: [404, 'Decision not found'],
  nothing_to_restore: [409, 'There is nothing to restore'],
  nothing_to_object: [409, 'There is nothing to object to in this decision'],
  objection_late: [409, 'It is too late to object: this decision was made more than six months ago'],
  already_objected: [409, 'You have already objected to this decision'],
  no_open_objection: [409, 'There is no open objection to this decision'],
  no_booking_needed: [409, 'This event needs no booking'],
  booking_elsewhere: [409, 'Booking is on another site'],
  admission_fixed: [409, 'Someone has booked, so you can no longer change how people get in'],
  not_unlisted: [409, 'Only an unlisted event has a link that can be renewed'],
  hidden_stays: [409, 'A hidden event cannot be handed over'],
  series_stays: [409, 'A date of a series cannot be handed over'],
  card_orders_stay: [409, 'An event with card orders cannot be handed over'],
  own_event: [409, 'This is already your event'],
  handover_off: [409, 'This event cannot be handed over right now'],
  own_subject: [403, 'This is about you. Another moderator decides.'],
  own_decision: [409, 'This decision was yours. Another moderator decides the objection.'],
  own_decision_early: [409, 'This decision was yours and there is nobody else. You can look at it again from {time}.'],
  report_not_found: [404, 'Report not found'],
  nothing_reported: [409, 'There is no open report about this'],
  blocked_link: [400, 'Links to {domain} cannot be used here. Please remove the link.'],
  not_in_review: [409, 'This event isn’t waiting for review'],
  domain_invalid: [400, 'Please name a domain such as example.org'],
  creator_leaving: [409, 'The organiser of this event is deleting their account, so it can no longer be changed.'],
  cancel_events_first: [409, 'Please cancel your upcoming events first'],
  email_taken: [409, 'An account with this email already exists'],
  reset_link_invalid: [400, messages.resetLinkExpired],
  current_password_wrong: [400, 'Current password is incorrect'],
  same_password: [400, 'Please choose a password that is not your current one'],
  proof_needed: [403, 'Please confirm that it is you'],
  strong_proof_needed: [403, 'Please confirm with a code from your authenticator app, a recovery code or a passkey'],
  proof_failed: [400, 'That’s not right. Please try again.'],
  second_step: [401, 'Please enter the code from your authenticator app'],
  codes_stopped: [
    403,
    'There were too many wrong codes. Please use a recovery code or a passkey, or set a new password with "Forgot your password?".',
  ],
  sign_in_again: [401, 'That took too long. Please sign in again.'],
  mailed_code_wrong: [
    400,
    'That code isn’t right, or no longer valid. Please check it, or ask for a new one in this browser.',
  ],
  code_wrong: [400, 'That code isn’t right. Please wait for the next one and try again.'],
  two_factor_on: [409, 'Two-factor authentication is already on'],
  two_factor_not_begun: [409, 'Two-factor authentication is not set up. Please begin again.'],
  passkeys_unavailable: [404, 'Passkeys cannot be used at this address of the site'],
  passkey_failed: [401, 'This passkey could not be used. Please try again, or sign in another way.'],
  passkey_invalid: [400, 'This passkey could not be verified. Please try again.'],
  passkey_known: [409, 'This passkey has been added before'],
  key_ended: [401, 'This key has ended. Please make another one.'],
  scope_missing: [403, 'This key isn’t allowed to do that.'],
  key_not_found: [404, 'Key not found'],
  too_many_keys: [409, 'You have twenty keys. Please end one first.'],
  webhook_not_found: [404, 'Webhook not found'],
  too_many_webhooks: [409, 'You have ten webhooks. Please remove one first.'],
  delivery_not_found: [404, 'This webhook has no such message'],
  passkey_not_found: [404, 'Passkey not found'],
  too_many_passkeys: [409, 'You already have twenty passkeys. Please remove one first.'],
  last_way_in: [409, 'This is the only way to sign in to your account. Please add another one first.'],
  session_not_found: [404, 'Session not found'],
  confirm_address_first: [
    403,
    'Please confirm your email address before you publish. The link is in our email; you can send it again from Account Details.',
  ],
  address_unconfirmed: [
    403,
    'Please confirm your email address first. The link is in our email; you can send it again from Account Details.',
  ],
  role_unconfirmed: [409, 'This account has not confirmed its email address. Its owner has to do that first.'],
  google_failed: [401, messages.googleFailed],
  google_unverified: [401, 'Your Google email address is not verified.'],

  event_not_found: [404, messages.eventNotFound],
  creator_not_found: [404, 'Creator not found'],
  follow_self: [409, 'You cannot follow yourself'],
  follow_limit: [409, 'You already follow {n} creators. Please stop following one of them first.'],
  town_unknown: [400, 'We don’t know a town with that name. Please choose one from the list.'],
  only_free_events: [400, messages.onlyFreeEvents],
  capacity_below_sold: [409, 'Capacity cannot be lower than the {n} tickets already sold'],
  capacity_below_held: [
    409,
    'Capacity cannot be lower than the {n|ticket|tickets} already sold and the {m|place|places} held for the waiting list',
  ],
  booked_cannot_be_draft: [409, 'An event that people have booked cannot go back to draft'],
  booked_cannot_be_deleted: [409, 'An event that people have booked cannot be deleted. You can cancel it.'],
  creator_suspended: [403, 'This event cannot be published while the account of its creator is suspended'],
  hidden_not_copied: [409, 'This event is hidden by our moderators, so it cannot be duplicated'],
  hidden_invites_nobody: [409, 'This event is hidden by our moderators, so nobody can be invited to manage it'],
  not_published: [409, 'Only a published event can be cancelled or postponed'],
  // Calls treat it as unknown; a page says that it is gone.
  event_gone: [404, messages.eventNotFound],
  // Hidden by a moderator: calls return the same; its page returns 410.
  event_hidden: [404, messages.eventNotFound],
  // The same for what a court or an authority has ordered; its page returns 451.
  event_withheld: [404, messages.eventNotFound],
  already_in_team: [409, 'This person is already in the team'],
  creator_stays: [409, 'The creator of an event cannot leave its team'],
  invitation_invalid: [404, 'This invitation is no longer valid'],
  invitation_for_another: [
    403,
    'This invitation is for another email address. Please log in with the one it was sent to.',
  ],
  event_changed: [409, messages.eventChanged],
  series_not_found: [404, 'Series not found'],
  series_changed: [409, 'This series has been changed elsewhere. Please reload before saving.'],
  series_without_dates: [400, 'This rule gives no upcoming date. Please change when it repeats or when it ends.'],
  series_ends_early: [400, 'The series ends before it starts. Please choose a later end.'],
  series_day_unknown: [404, 'This series has no date on that day'],
  series_day_past: [400, 'An extra day must be in the future, and not before the series starts'],
  series_pause_invalid: [400, 'A pause must end later than it starts'],
  standing_not_allowed: [409, 'The organiser of this series does not take bookings for every date'],
  dates_not_bookable: [409, 'Not all of these dates can be booked, so nothing was booked: {why}'],
  post_too_long: [400, 'A text on {name} may have at most {n} characters; this one has {m}.'],
  post_time_past: [400, 'Please choose a time in the future.'],

  pay_first: [409, 'Places at this event are ordered and paid. Please reload the page.'],
  payments_off: [409, 'Paid events are not available here'],
  payments_away: [
    503,
    'The payment page cannot be reached right now. Your places are held; please try again in a moment.',
  ],
  payment_refused: [
    409,
    'The card provider has not accepted this order, and nothing was charged. Please cancel it and ask the organiser.',
  ],
  price_too_low: [400, 'By card a place costs at least {least}. Please choose a higher price, or another way to pay.'],
  refund_not_failed: [409, 'Only a refund that failed is paid back by hand'],
  price_fixed: [409, 'Someone has booked or ordered, so this event stays as it is: free or paid'],
  price_invalid: [400, 'Please choose a price and at least one way to pay that is available here'],
  not_for_paid: [409, 'A paid event cannot ask for approval or confirmation, have extra places or be booked elsewhere'],
  price_changed: [409, 'The price has changed. Please look at it again before you order.'],
  pay_by_unknown: [409, 'This way to pay is not available for this event'],
  order_not_found: [404, 'Order not found'],
  order_not_open: [409, 'This order can no longer be paid'],
  order_open: [409, 'You have an order for this event that is not paid yet. Please pay for it or cancel it first.'],
  too_many_orders: [409, 'You have left {n} orders unpaid today. Please try again tomorrow.'],
  sold_out: [409, 'This event is sold out'],
  too_few_left: [409, 'Only {n} tickets left'],
  event_ended: [409, 'This event has ended'],
  booking_closed: [409, 'Booking for this event has closed'],
  per_person_limit: [409, 'Tickets for this event are limited to {n} per person'],
  event_cancelled: [409, 'This event has been cancelled'],
  event_postponed: [409, 'This event has been postponed'],
  ticket_not_found: [404, 'Ticket not found'],
  booking_changed: [409, 'Your booking has changed. Please reload the page.'],
  already_in: [409, '{n|of you is|of you are} already in'],
  guests_inside: [409, '{n|of them is|of them are} already in'],
  publish_first: [409, 'Please publish the event first: a draft has no guests'],
  import_unreadable: [400, 'We could not read any events there.'],
  import_not_found: [404, 'Import not found'],
  undo_too_late: [409, 'This can no longer be undone.'],
  standby_only: [409, 'This place is taken for now. You’re on standby: come to the door, or look again later.'],
  waiting_entry_not_found: [404, 'You’re not on this waiting list'],
  places_left: [409, 'There are places left. Please book.'],
  offer_expired: [409, 'This offer has expired'],
  offer_smaller: [409, 'Only {n|place is|places are} offered to you'],
  door_link_not_found: [404, 'Door link not found'],
  too_many_door_links: [409, 'This event has {n} door links. Please end one first.'],
  door_links_used_up: [409, 'This event has had {n} door links and cannot have more.'],
  no_place_to_send: [409, 'You have no place left to send'],
  places_sent: [409, '{n|of your places is sent to a friend|of your places are sent to friends}'],
  place_not_found: [404, 'This place was withdrawn or does not exist'],
  place_used: [409, 'This place has already been used'],
  not_saved: [404, 'You have not saved this event'],
  only_json: [501, 'Only format=json is offered.'],
  team_full: [409, 'At most {n} people can run an event, open invitations included.'],
  too_many_saved: [409, 'You have saved {n} events. Please remove some of them first.'],
  link_invalid: [404, 'This link is no longer valid.'],
  whose_account: [409, 'Please say first whether you created this account'],
  whose_booking: [409, 'Please say first whether you made this booking'],
  sign_in_to_confirm: [403, 'Please log in to the account that is getting this address, then open the link again'],
  questions_changed: [409, 'The questions have changed. Please reload the page.'],
  questions_replaced_too_often: [
    409,
    'This event’s questions were replaced too often. Please keep those that have answers.',
  ],
  answers_closed: [409, 'You could change your answers until the event started'],
  answer_invalid: [400, 'Please choose one of the options'],
  survey_not_found: [404, 'Survey not found'],
  survey_closed: [409, 'This survey is not open'],
  survey_frozen: [409, 'This survey has answers, so its questions can no longer be changed'],
  survey_opened: [409, 'Guests have seen this survey, so whether it is anonymous can no longer be changed'],
  survey_not_anonymous: [409, 'This survey is not anonymous'],
  survey_anonymous: [409, 'This survey is anonymous'],
  survey_taken_part: [409, 'You’ve already taken part in this survey'],
  ballot_used: [409, 'These answers have been sent already'],
  ballot_unknown: [409, 'We don’t know this ballot. Please reload the page and send your answers again.'],
  ask_for_a_place: [409, 'Please ask for a place'],
  enter_the_ballot: [409, 'Please enter the ballot'],
  ballot_not_found: [404, 'This event has no ballot'],
  ballot_not_open: [409, 'The ballot isn’t open yet'],
  ballot_closed: [409, 'The ballot has closed'],
  ballot_most_seats: [409, 'You can ask for at most {n|place|places} in this ballot'],
  ballot_times: [
    400,
    'A ballot is open for at least 24 hours, closes at least an hour before its number, and its number comes at least four days before the start.',
  ],
  ballot_fixed: [409, 'People have entered this ballot or it has closed, so it can no longer be changed'],
  ballot_not_here: [
    409,
    'Only an event that people book here can have a ballot: not one with requests for a place, with extra places or in a series',
  ],
  ballot_too_late: [
    409,
    'People have already booked, asked or joined the waiting list, so it is too late for a ballot',
  ],
  number_not_now: [409, 'The number cannot be entered now'],
  number_known: [409, 'The number has been entered, and there is never a second one'],
  number_unreadable: [400, 'This is not the number that the ballot needs. Please check it.'],
  requests_closed: [409, 'Requests for this event have closed'],
  request_not_found: [404, 'Request not found'],
  request_decided: [409, 'Your request has already been accepted. Please reload the page.'],
  asked_too_often: [409, 'You have asked for a place at this event {n} times, and cannot ask again.'],
  requests_open: [409, 'Please decide the open requests first'],
  people_waiting: [409, 'People are on the waiting list, so you can’t change how people get in now'],
  message_limit: [
    429,
    'Three messages can be sent to the guests of an event within 24 hours. Please try again {wait}.',
  ],
  guest_message_limit: [429, '{n} messages to single guests can be sent within 24 hours. Please try again {wait}.'],
  change_limit: [429, 'Guests were notified of changes ten times within 24 hours. Please try again {wait}.'],
  idempotency_key_reused: [409, 'This booking key was already used for another booking'],

  picture_unknown: [400, 'This picture isn’t one you uploaded. Please choose it again.'],
  picture_in_use: [409, 'An event uses this picture. Please choose another picture for the event first.'],
  invalid_file_type: [400, messages.invalidFileType],
  file_too_large: [413, messages.fileTooLarge],
  not_the_image: [400, 'The file is not the image it says it is.'],
  image_too_many_pixels: [400, 'The image has too many pixels.'],
  picture_elsewhere: [400, 'Pictures from that site cannot be shown here. Please upload the picture instead.'],
  upload_in_progress: [409, 'This picture is already being uploaded.'],
  too_many_unused_pictures: [429, 'You’ve uploaded many pictures that no event uses. Please use or delete some first.'],
  upload_url_invalid: [403, 'This upload address has expired or was changed.'],
  storage_unavailable: [503, 'Pictures cannot be stored right now. Please try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof ERRORS

export const statusOf = (code: ErrorCode): number => ERRORS[code][0]

/** Any call may return these: the request is wrong, comes too often, or the server has a problem. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'bad_request',
  'bad_json',
  'not_found',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'headers_too_large',
  'address_too_long',
  'internal',
  'unavailable',
]

export interface AppErrorOptions {
  values?: Record<string, string | number>
  /** Replaces the code's own sentence, for validation that names the field. */
  message?: string
  retryAfterSeconds?: number
  cause?: unknown
}

const spoken = (n: number, unit: string) => formOf(n, `${unit === 'hour' ? 'an' : 'a'} ${unit}`, `${n} ${unit}s`)

/** 'in a moment', 'in 14 minutes', 'in 23 hours': what Retry-After says, and never sooner. */
export function waitInWords(seconds: number): string {
  if (seconds <= MINUTE_SECONDS) return 'in a moment'
  if (seconds <= 90 * MINUTE_SECONDS) return `in ${spoken(Math.ceil(seconds / MINUTE_SECONDS), 'minute')}`
  if (seconds <= 36 * HOUR_SECONDS) return `in ${spoken(Math.ceil(seconds / HOUR_SECONDS), 'hour')}`
  return `in ${spoken(Math.ceil(seconds / DAY_SECONDS), 'day')}`
}

const BLANK = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g

/** Thrown where the rule is; becomes an answer in server/http/errors.ts. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly statusCode: number
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const [status, text] = ERRORS[code]
    const values: AppErrorOptions['values'] = { wait: waitInWords(options.retryAfterSeconds ?? 0), ...options.values }
    const filled = text.replace(BLANK, (_, name: string, one?: string, many?: string) =>
      one === undefined ? String(values[name]) : `${values[name]} ${values[name] === 1 ? one : many}`,
    )
    // A sentence of its own may quote braces that somebody typed.
    super(options.message ?? filled, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.statusCode = status
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
