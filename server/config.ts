// The only reader of process.env. A wrong value stops the start with one sentence that names the setting.
import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { FEATURE_NAMES, isFeatureName, type FeatureName } from '../contract/features.ts'
import { DEFAULT_CURRENCY, isSupportedCurrency } from '../contract/money.ts'
import { SITE } from '../contract/site.ts'
import { hostsOf } from './db/hosts.ts'

export class SettingError extends Error {}

export interface S3Config {
  endpoint: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  publicUrl: string | undefined
}

export interface GoogleConfig {
  clientId: string
  clientSecret: string
  issuer: string
}

export const PAYMENTS_MODES = ['off', 'offline', 'demo', 'stripe'] as const
export type PaymentsMode = (typeof PAYMENTS_MODES)[number]

export interface StripeConfig {
  secretKey: string
  /** Of the endpoint that hears of the account; two while one replaces the other. */
  webhookSecrets: string[]
}

/** Whether this address, so many hops before us, is a proxy of ours. */
export type TrustProxy = false | ((address: string, hop: number) => boolean)

export interface Config {
  host: string
  port: number
  publicUrl: string
  dataDir: string
  /** Undefined: the embedded database under dataDir. May name several hosts (db/hosts.ts). */
  databaseUrl: string | undefined
  /** Where public reads go while they are as new as the news; undefined: to the leader like everything else. */
  databaseReplicaUrl: string | undefined
  /** Past a pooler, for what belongs to one connection: LISTEN, migrations. Undefined: databaseUrl. */
  databaseDirectUrl: string | undefined
  /** transaction: a connection is another one after each transaction. */
  databasePooler: 'none' | 'transaction'
  databasePool: number
  /** Every limit on waiting for the database is multiplied by it: for slow machines, and for tests on busy ones. */
  databasePatience: number
  /** How long a start waits for a database that is away. */
  databaseWaitMs: number
  s3: S3Config | undefined
  /** Other sites that a page may show pictures of. */
  imageOrigins: string[]
  /** Undefined: emails are written to dataDir/outbox and shown at /outbox. */
  smtpUrl: string | undefined
  mailFrom: string
  /** What the site calls itself, whom people write to, and who runs it; undefined: as contract/site.ts says. */
  siteName: string | undefined
  supportEmail: string | undefined
  operator: string | undefined
  /** What the UIDs of calendar entries end in. Stored once (server/access/calendar-domain.ts), so that a new PUBLIC_URL keeps them. */
  calendarDomain: string
  google: GoogleConfig | undefined
  /** Whose account becomes administrator once its address is confirmed, while there is none. */
  adminEmail: string | undefined
  /** Seals two-factor secrets, the same on all instances; undefined: they are stored as they are. */
  secretKey: string | undefined
  redisUrl: string | undefined
  /** How paid events are paid. offline: at the door and by transfer; the others by card as well. */
  payments: PaymentsMode
  stripe: StripeConfig | undefined
  /** Of every price, ISO 4217. */
  currency: string
  /** How long receipts keep the guest's name. */
  receiptYears: number
  trustProxy: TrustProxy
  /** TRUST_PROXY says something, be it off. */
  isProxyDeclared: boolean
  /** Private networks that webhooks and imports may reach, without TLS too; undefined: none. */
  outgoingNetworks: ((address: string) => boolean) | undefined
  rateLimits: boolean
  /** Undefined: caches that many share may keep no page of ours. */
  edgeCache: boolean
  features: ReadonlySet<FeatureName>
  /** What an address that nobody has confirmed holds back. */
  confirmEmail: 'off' | 'publish'
  /** Which events a moderator looks at before they are listed. */
  review: 'off' | 'first' | 'all'
  demo: boolean
  /** Off: tickets are no longer kept on devices, and /sw.js takes away the workers that kept them. */
  serviceWorker: boolean
  /** Everybody knows their password: only on this machine, or where DEMO=on was set by hand. */
  demoSignIn: 'anywhere' | 'this machine' | 'nowhere'
  /** HOST and PUBLIC_URL are both this machine: nobody else can reach it. */
  isLocal: boolean
  logLevel: string
}

/** Where emails are kept when there is no SMTP server. */
export const outboxFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'outbox')

const DEFAULT_PORT = 3000

type Environment = Record<string, string | undefined>

const fail = (sentence: string): never => {
  throw new SettingError(sentence)
}

function urlSetting(env: Environment, name: string, protocols: string[], partsOf = (url: string) => [url]) {
  const value = env[name]
  if (!value) return undefined
  const readable = protocols.map((protocol) => `${protocol}//`).join(' or ')
  const isAddress = (url: string) =>
    URL.canParse(url) && protocols.includes(new URL(url).protocol) && new URL(url).hostname !== ''
  return partsOf(value).every(isAddress) ? value : fail(`${name} must be an address that starts with ${readable}.`)
}

const databaseSetting = (env: Environment, name: string) => urlSetting(env, name, ['postgres:', 'postgresql:'], hostsOf)

function databaseConfig(env: Environment) {
  const databaseUrl = databaseSetting(env, 'DATABASE_URL')
  const databaseReplicaUrl = databaseSetting(env, 'DATABASE_REPLICA_URL')
  const databaseDirectUrl = databaseSetting(env, 'DATABASE_DIRECT_URL')
  const databasePooler = oneOf(env, 'DATABASE_POOLER', ['none', 'transaction'], 'none')
  if (databasePooler === 'transaction' && !databaseDirectUrl)
    fail(
      'DATABASE_DIRECT_URL must be set together with DATABASE_POOLER: news and migrations cannot go through a pooler.',
    )
  const beside = Object.entries({ DATABASE_REPLICA_URL: databaseReplicaUrl, DATABASE_DIRECT_URL: databaseDirectUrl })
  for (const [name, value] of beside) if (value && !databaseUrl) fail(`DATABASE_URL must be set together with ${name}.`)
  return { databaseUrl, databaseReplicaUrl, databaseDirectUrl, databasePooler }
}

function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const value = env[name]
  if (!value) return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max) {
    return fail(`${name} must be a whole number between ${min} and ${max}, not "${value}".`)
  }
  return number
}

/** Deployments that still set it must not silently run on one core. */
function refuseWorkers(env: Environment): void {
  if (env.WORKERS && env.WORKERS !== '1')
    fail('WORKERS is no longer supported: run one instance for each core behind nginx (docs/operators.md).')
}

function oneOf<const T extends string>(env: Environment, name: string, allowed: readonly T[], fallback: T): T {
  const value = env[name]
  if (!value) return fallback
  return allowed.find((word) => word === value) ?? fail(`${name} must be ${allowed.join(' or ')}, not "${value}".`)
}

/** Either all of a group is set or nothing. */
function group(env: Environment, names: string[]): Record<string, string> | undefined {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    return fail(`${missing.join(' and ')} must be set together with ${names.filter((n) => env[n]).join(' and ')}.`)
  return Object.fromEntries(names.map((name) => [name, env[name] ?? '']))
}

function featureSet(env: Environment): ReadonlySet<FeatureName> {
  const names = (env.FEATURES ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const unknown = names.find((name) => !isFeatureName(name) && name !== 'all')
  if (unknown) fail(`FEATURES names "${unknown}", which is not one of ${FEATURE_NAMES.join(', ')} or all.`)
  const chosen = names.filter(isFeatureName)
  return new Set(names.includes('all') ? FEATURE_NAMES : chosen)
}

function trustProxy(env: Environment): TrustProxy {
  const value = env.TRUST_PROXY
  if (!value || value === 'off' || value === 'false') return false
  // One proxy of ours in front: everything to the left of what it wrote is what a client claims.
  const hops = value === 'on' || value === 'true' ? '1' : value
  if (/^\d{1,2}$/.test(hops)) return (_address, hop) => hop < Number(hops)
  return (
    addressesIn(value) ??
    fail(`TRUST_PROXY must be on, off, a number of proxies or a list of addresses, not "${value}".`)
  )
}

/** Of addresses and subnets with commas between them; undefined: it is no such list. */
function addressesIn(list: string): ((address: string) => boolean) | undefined {
  const trusted = new BlockList()
  for (const entry of list.split(',').map((part) => part.trim())) {
    const [address = '', bits, ...more] = entry.split('/')
    const [family, longest] = isIP(address) === 4 ? (['ipv4', 32] as const) : (['ipv6', 128] as const)
    const length = bits === undefined ? longest : Number(bits)
    if (isIP(address) === 0 || more.length > 0 || !/^\d+$/.test(bits ?? '0') || length < 1 || length > longest) return
    trusted.addSubnet(address, length, family)
  }
  return (address) => isIP(address) > 0 && trusted.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

function outgoingNetworks(env: Environment): Config['outgoingNetworks'] {
  const value = env.OUTGOING_NETWORKS
  if (!value) return undefined
  return addressesIn(value) ?? fail(`OUTGOING_NETWORKS must be a list of networks such as 10.1.0.0/16, not "${value}".`)
}

/** A name or address under which only this machine can be reached. */
const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host)

export const isOnLoopback = ({ publicUrl }: Pick<Config, 'publicUrl'>) => isLoopback(new URL(publicUrl).hostname)

function s3Config(env: Environment): S3Config | undefined {
  const settings = group(env, ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  if (!settings) return env.S3_ENDPOINT ? fail('S3_BUCKET must be set together with S3_ENDPOINT.') : undefined
  return {
    endpoint: urlSetting(env, 'S3_ENDPOINT', ['http:', 'https:']),
    bucket: settings.S3_BUCKET ?? '',
    region: env.S3_REGION || 'us-east-1',
    accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
    publicUrl: urlSetting(env, 'S3_PUBLIC_URL', ['http:', 'https:'])?.replace(/\/$/, ''),
  }
}

function imageOrigins(env: Environment): string[] {
  const sites = (env.IMAGE_ORIGINS ?? '').split(/[\s,]+/).filter(Boolean)
  const wrong = sites.find((site) => !/^https?:\/\/[\w.-]+(:\d+)?$/.test(site))
  return wrong ? fail(`IMAGE_ORIGINS must be addresses such as https://cdn.example.org, not "${wrong}".`) : sites
}

function secretKey(env: Environment): string | undefined {
  const value = env.SECRET_KEY || undefined
  return value && value.length < 32 ? fail('SECRET_KEY must have at least 32 characters.') : value
}

function emailSetting(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim() || undefined
  return value && !/^[^\s@<>,"'&]+@[^\s@<>,"'&]+$/.test(value)
    ? fail(`${name} must be one email address such as name@example.org.`)
    : value
}

/** On pages, in titles and in headers of emails. */
function siteNameSetting(env: Environment): string | undefined {
  const value = env.SITE_NAME?.trim() || undefined
  return value && (value.length > 40 || !/^[\p{L}\p{N}][\p{L}\p{N}\p{M} .,!&'’+()/-]*$/u.test(value))
    ? fail(
        "SITE_NAME must begin with a letter or a digit and have at most 40 letters, digits, spaces and . , ! & ' ’ + ( ) / -.",
      )
    : value
}

function operatorSetting(env: Environment): string | undefined {
  const value = env.OPERATOR?.trim() || undefined
  return value && (value.length > 200 || /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(value))
    ? fail('OPERATOR must be one line of at most 200 characters: a name, or a name and an address.')
    : value
}

/** The image and the systemd unit set NODE_ENV=production: what is dangerous there is refused, and not only mentioned. */
function refuseInProduction(env: Environment): void {
  if (env.NODE_ENV !== 'production') return
  if (env.DEMO === 'on')
    fail('DEMO=on lets anybody sign in with a password that everybody knows: set DEMO=off, or leave NODE_ENV unset.')
  if (!env.PUBLIC_URL)
    fail('PUBLIC_URL must be set in production: without it the links in emails lead to each reader’s own machine.')
}

function googleConfig(env: Environment): GoogleConfig | undefined {
  const issuer = urlSetting(env, 'GOOGLE_ISSUER', ['http:', 'https:']) ?? 'https://accounts.google.com'
  const settings = group(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  return (
    settings && { clientId: settings.GOOGLE_CLIENT_ID ?? '', clientSecret: settings.GOOGLE_CLIENT_SECRET ?? '', issuer }
  )
}

/** In the demo till everybody pays with nothing: it is for installations that strangers cannot reach, or that say they are a demo. */
function paymentsMode(env: Environment, { isLocal, hasDemo }: { isLocal: boolean; hasDemo: boolean }): PaymentsMode {
  const isForDemo = env.DEMO === 'on' || (isLocal && hasDemo)
  const mode = oneOf(env, 'PAYMENTS', PAYMENTS_MODES, isForDemo ? 'demo' : 'off')
  if (mode === 'demo' && !isLocal && env.DEMO !== 'on')
    fail(
      'PAYMENTS=demo gives tickets away: others can reach this installation, so set DEMO=on, or PAYMENTS=off, offline or stripe.',
    )
  return mode
}

function stripeConfig(env: Environment, mode: PaymentsMode): StripeConfig | undefined {
  const settings = group(env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'])
  if (!settings)
    return mode === 'stripe' ? fail('PAYMENTS=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRETS.') : undefined
  const webhookSecrets = (settings.STRIPE_WEBHOOK_SECRETS ?? '').split(/[\s,]+/).filter(Boolean)
  return { secretKey: settings.STRIPE_SECRET_KEY ?? '', webhookSecrets }
}

function currencySetting(env: Environment): string {
  const value = env.CURRENCY || DEFAULT_CURRENCY
  return isSupportedCurrency(value)
    ? value
    : fail(`CURRENCY must be a code such as GBP, EUR or JPY, of a currency with two or no decimals, not "${value}".`)
}

/** What would not stop a start, and still harms somebody: one sentence each. */
export function adviceOn(config: Config): string[] {
  const { demo, demoSignIn, isLocal, publicUrl, isProxyDeclared, smtpUrl, host } = config
  const isHere = isOnLoopback(config)
  return [
    demo && demoSignIn === 'anywhere' && !isLocal
      ? 'DEMO=on: anybody who reaches this installation can sign in as a demo account. Set DEMO=off for real use.'
      : '',
    demo && demoSignIn === 'nowhere'
      ? 'Demo events are shown, although others can reach this installation: set DEMO=off before you first start it for real.'
      : '',
    isHere && !isLoopback(host)
      ? `PUBLIC_URL is ${publicUrl}, while HOST=${host} lets other machines in: links in emails lead nowhere for them.`
      : '',
    publicUrl.startsWith('https:') && !isProxyDeclared
      ? 'PUBLIC_URL is https, so a proxy is in front, and TRUST_PROXY is not set: all visitors share one rate limit. Set TRUST_PROXY=1 for one proxy, or off if there is none.'
      : '',
    !smtpUrl && !isHere ? 'SMTP_URL is not set: emails are written to DATA_DIR/outbox and reach nobody.' : '',
  ].filter(Boolean)
}

export function readConfig(env: Environment = process.env): Config {
  refuseWorkers(env)
  refuseInProduction(env)
  const port = wholeNumber(env, 'PORT', DEFAULT_PORT, 0, 65_535)
  const host = env.HOST || '127.0.0.1'
  const database = databaseConfig(env)
  const { databaseUrl } = database
  const publicUrl = (urlSetting(env, 'PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${port}`).replace(
    /\/+$/,
    '',
  )
  const siteName = siteNameSetting(env)
  const supportEmail = emailSetting(env, 'SUPPORT_EMAIL')
  const isLocal = isLoopback(host) && isOnLoopback({ publicUrl })
  const demo = oneOf(env, 'DEMO', ['on', 'off'], databaseUrl ? 'off' : 'on') === 'on'
  const payments = paymentsMode(env, { isLocal, hasDemo: demo })
  return {
    host,
    port,
    publicUrl,
    dataDir: resolve(env.DATA_DIR || 'data'),
    ...database,
    databasePool: wholeNumber(env, 'DATABASE_POOL', 10, 1, 500),
    databasePatience: wholeNumber(env, 'DATABASE_PATIENCE', 1, 1, 100),
    databaseWaitMs: wholeNumber(env, 'DATABASE_WAIT', 60, 0, 3_600) * 1_000,
    s3: s3Config(env),
    imageOrigins: imageOrigins(env),
    smtpUrl: urlSetting(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    calendarDomain: new URL(publicUrl).hostname,
    siteName,
    supportEmail,
    operator: operatorSetting(env),
    // In quotes: a comma in a name would begin another address.
    mailFrom: env.MAIL_FROM || `${siteName ? `"${siteName}"` : SITE.name} <${supportEmail ?? SITE.supportEmail}>`,
    google: googleConfig(env),
    adminEmail: emailSetting(env, 'ADMIN_EMAIL'),
    secretKey: secretKey(env),
    payments,
    stripe: stripeConfig(env, payments),
    currency: currencySetting(env),
    receiptYears: wholeNumber(env, 'RECEIPT_YEARS', 6, 1, 30),
    redisUrl: urlSetting(env, 'REDIS_URL', ['redis:', 'rediss:']),
    trustProxy: trustProxy(env),
    isProxyDeclared: Boolean(env.TRUST_PROXY),
    outgoingNetworks: outgoingNetworks(env),
    rateLimits: oneOf(env, 'RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    edgeCache: oneOf(env, 'EDGE_CACHE', ['off', 'on'], 'off') === 'on',
    features: featureSet(env),
    serviceWorker: oneOf(env, 'SERVICE_WORKER', ['on', 'off'], 'on') === 'on',
    confirmEmail: oneOf(env, 'CONFIRM_EMAIL', ['off', 'publish'], 'off'),
    review: oneOf(env, 'REVIEW', ['off', 'first', 'all'], 'off'),
    demo,
    demoSignIn: env.DEMO === 'on' ? 'anywhere' : isLocal ? 'this machine' : 'nowhere',
    isLocal,
    // Somebody trying it out wants to read the address, not a log.
    logLevel: oneOf(
      env,
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      databaseUrl ? 'info' : 'warn',
    ),
  }
}
