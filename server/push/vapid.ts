// Who sends: a key pair of the installation, by which a push service knows us again (RFC 8292).
import { createECDH, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { Secrets } from '../access/secrets.ts'
import type { Config } from '../config.ts'
import { addressOf } from '../mail/sender-address.ts'

export interface Vapid {
  /** What browsers subscribe with, base64url. */
  publicKey: string
  /** The Authorization header for one push service. */
  authorization(endpoint: string, now: Date): string
}

const HOURS_12 = 12 * 3_600

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

const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(key: KeyObject, claims: object): string {
  const text = `${json({ typ: 'JWT', alg: 'ES256' })}.${json(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

export function openVapid(secrets: Secrets, contact: string): Vapid {
  const pair = keyPair(secrets)
  const point = pair.getPublicKey()
  const publicKey = point.toString('base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      // Shorter when it begins with zeros.
      d: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
        .subarray(-32)
        .toString('base64url'),
    },
  })
  return {
    publicKey,
    authorization(endpoint, now) {
      const exp = Math.floor(now.getTime() / 1000) + HOURS_12
      const token = signed(key, { aud: new URL(endpoint).origin, exp, sub: `mailto:${contact}` })
      return `vapid t=${token}, k=${publicKey}`
    },
  }
}

const known = new WeakMap<Secrets, Vapid>()

/** The installation's own, made once. */
export function vapidOf({ secrets, config }: { secrets: Secrets; config: Pick<Config, 'mailFrom'> }): Vapid {
  const made = known.get(secrets) ?? openVapid(secrets, addressOf(config.mailFrom))
  known.set(secrets, made)
  return made
}
