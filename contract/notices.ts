// Notifications by email and push, and which of them somebody wants.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { FeatureName } from './features.ts'
import { wireBoolean } from './wire.ts'

/** In words, as "emails about …" goes on. New ones are added at the end: links of emails name them by their number. */
const NOTICES = {
  'reminder-early': 'reminders about five days before an event',
  'reminder-late': 'reminders on the day before an event',
  offer: 'places on your waiting lists',
  change: 'changes to events you booked',
  cancellation: 'cancelled and postponed events you booked',
  message: 'messages from organisers of events you booked',
  question: 'questions from your guests',
  'sold-out': 'your events selling out',
  digest: 'booking summaries for your events',
  saved: 'events you saved (few places left, changes, cancellations)',
  follow: 'new events from creators and series you follow',
  post: 'posts you planned about your events',
} as const

export type Notice = keyof typeof NOTICES

export const NOTICE_NAMES = Object.keys(NOTICES) as [Notice, ...Notice[]]

export const noticeWords = (notice: Notice): string => NOTICES[notice]

/** Without these, people would find a closed door. */
const ALWAYS_MAILED: readonly Notice[] = ['change', 'cancellation']

export const isAlwaysMailed = (notice: Notice): boolean => ALWAYS_MAILED.includes(notice)

/** Sent only to those who agreed; everything else is on until it is switched off. */
export const OFF_BY_DEFAULT: readonly Notice[] = ['saved']

export const isOnByDefault = (notice: Notice): boolean => !OFF_BY_DEFAULT.includes(notice)

/** Notifications of a coming-soon feature: not mentioned while it is off. */
const FEATURE_OF: Partial<Record<Notice, FeatureName>> = { saved: 'favourites', post: 'social-settings' }

export function isOffered(notice: Notice, features: ReadonlySet<FeatureName>): boolean {
  const feature = FEATURE_OF[notice]
  return !feature || features.has(feature)
}

export const noticeSettings = z.object({
  /** What a browser needs to subscribe to push messages: applicationServerKey. */
  pushKey: z.string(),
  notices: z.array(
    z.object({
      notice: z.enum(NOTICE_NAMES),
      words: z.string(),
      mail: z.boolean(),
      push: z.boolean(),
      /** The switch for emails cannot be moved. */
      isAlwaysMailed: z.boolean(),
    }),
  ),
})

export type NoticeSettings = z.output<typeof noticeSettings>

export const getNotices = endpoint({
  method: 'GET',
  path: '/users/notices',
  access: 'member',
  may: 'account.use',
  summary: 'Which notifications you get by email and by push',
  reply: noticeSettings,
})

const wanted = z
  .object({
    notice: z.enum(NOTICE_NAMES, { error: `must be one of ${NOTICE_NAMES.join(', ')}` }),
    mail: wireBoolean.optional(),
    push: wireBoolean.optional(),
  })
  .refine(({ notice, mail }) => mail !== false || !isAlwaysMailed(notice), {
    error: 'We always email you about changes and cancellations of what you booked.',
  })

export const setNotices = endpoint({
  method: 'PUT',
  path: '/users/notices',
  access: 'member',
  may: 'account.use',
  summary: 'Switch notifications on and off; what is not named stays as it is',
  body: z.object({ notices: z.array(wanted).max(NOTICE_NAMES.length) }),
  reply: noticeSettings,
})

// Names of private networks, which no public name server knows (RFC 6761, 6762, 8375 and what ICANN keeps free).
const PRIVATE_NAMES = /\.(localhost|local|internal|intranet|private|corp|home|lan|arpa|onion|invalid)$/

/**
 * By name, never by number: nobody's push service is an address in a private network. Checked again when connecting. Spelt
 * as browsers spell it: with line breaks, backslashes or credentials it would be read differently by others than by us.
 */
function isPushAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { href, protocol, hostname, port, username, password } = new URL(text)
  return (
    href === text &&
    protocol === 'https:' &&
    [port, username, password].every((part) => part === '') &&
    /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/.test(hostname) &&
    !PRIVATE_NAMES.test(hostname)
  )
}

/** As a browser's PushSubscription says it in JSON. */
const subscription = z.object({
  endpoint: z.string().max(1_000).refine(isPushAddress, 'must be the https address of a push service'),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/, 'must be a public key'),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}={0,2}$/, 'must be a secret of 16 bytes'),
  }),
})

export const subscribe = endpoint({
  method: 'POST',
  path: '/users/push-subscriptions',
  access: 'member',
  may: 'account.use',
  summary: 'Tell this browser; the same address again changes its keys',
  body: subscription,
  reply: z.object({ id: z.number() }),
  status: 201,
})

export const unsubscribe = endpoint({
  method: 'DELETE',
  path: '/users/push-subscriptions',
  access: 'member',
  may: 'account.use',
  summary: 'Stop telling the browser with this address; without one, every browser of yours',
  query: z.object({ endpoint: z.string().max(1_000).optional() }),
  reply: z.null(),
  status: 204,
})

/** By the names that api.ts and the client use. */
export const calls = { get: getNotices, set: setNotices, subscribe, unsubscribe }
