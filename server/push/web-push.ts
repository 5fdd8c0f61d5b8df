// Push messages, encrypted for one browser and signed by the installation: web-push knows RFC 8291 and RFC 8292, the key
// pair is derived from the installation's secret, so that all instances have the same one.
import { createECDH } from 'node:crypto'
import type { Secrets } from '../access/secrets.ts'
import type { Config } from '../config.ts'
import { addressOf } from '../mail/message.ts'
import type { PushRequest } from './push-service.ts'

export interface PushKeys {
  /** The browser's public key and its secret, base64url. */
  p256dh: string
  auth: string
}

export interface Vapid {
  /** What browsers subscribe with, base64url. */
  publicKey: string
  privateKey: string
  subject: string
}

// Loaded by the first push message: most installations send none for a long time.
const loadWebPush = async () => (await import('web-push')).default

/** One number in 2^32 is no key of the curve: then the next one is taken. */
function keyPair(secrets: Secrets) {
  for (let attempt = 0; ; attempt++) {
    const pair = createECDH('prime256v1')
    try {
      pair.setPrivateKey(secrets.keyFor(attempt === 0 ? 'push' : `push ${attempt}`))
      return pair
    } catch (error) {
      if (attempt > 10) throw error
    }
  }
}

export function openVapid(secrets: Secrets, contact: string): Vapid {
  const pair = keyPair(secrets)
  // Node leaves out zeros at the beginning of a private key.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
    subject: `mailto:${contact}`,
  }
}

const known = new WeakMap<Secrets, Vapid>()

/** The installation's own, made once. */
export function vapidOf({ secrets, config }: { secrets: Secrets; config: Pick<Config, 'mailFrom'> }): Vapid {
  const made = known.get(secrets) ?? openVapid(secrets, addressOf(config.mailFrom))
  known.set(secrets, made)
  return made
}

/** Throws when the browser's keys are none. */
export async function checkPushKeys({ p256dh, auth }: PushKeys): Promise<void> {
  ;(await loadWebPush()).encrypt(p256dh, auth, 'x', 'aes128gcm')
}

export interface Subscription extends PushKeys {
  endpoint: string
}

/** The request that hands it to the browser's push service; push-service.ts sends it. */
export async function pushRequest(
  vapidDetails: Vapid,
  { endpoint, p256dh, auth }: Subscription,
  text: string,
  secondsLeft: number,
): Promise<PushRequest> {
  const options = { vapidDetails, TTL: secondsLeft, urgency: 'high', contentEncoding: 'aes128gcm' } as const
  const webPush = await loadWebPush()
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, options)
  const named = Object.entries(headers as Record<string, unknown>).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ])
  return { endpoint, headers: Object.fromEntries(named) as Record<string, string>, body: body ?? Buffer.alloc(0) }
}
