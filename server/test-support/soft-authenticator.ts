// A passkey without a device: makes keys and signs as an authenticator does, and can be told to do it wrong.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Assertion, Registration } from '../../contract/passkeys.ts'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

// The little of CBOR (RFC 8949) that an authenticator writes.
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -value - 1) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64

export interface Said {
  challenge: string
  rpId?: string
  origin?: string
  /** False: nobody has unlocked it. */
  isVerified?: boolean
  /** How often it says that it has signed; unless told, once more than before. */
  counter?: number
  type?: string
}

export class SoftAuthenticator {
  readonly credentialId = randomBytes(32)
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject }
  private readonly at: { rpId: string; origin: string }
  private counter = 0

  constructor(at = { rpId: 'localhost', origin: 'http://localhost:3000' }) {
    this.at = at
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  private authData({ rpId = this.at.rpId, isVerified = true, counter = ++this.counter }: Said, key?: Buffer): Buffer {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (key ? HAS_KEY : 0)
    const fixed = Buffer.alloc(5)
    fixed.writeUInt8(flags, 0)
    fixed.writeUInt32BE(counter, 1)
    if (!key) return Buffer.concat([sha256(rpId), fixed])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    return Buffer.concat([sha256(rpId), fixed, Buffer.alloc(16), length, this.credentialId, key])
  }

  private clientData({ challenge, origin = this.at.origin, type }: Said, usual: string): Buffer {
    return Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin: false }))
  }

  private get id() {
    return { id: this.credentialId.toString('base64url'), rawId: this.credentialId.toString('base64url') }
  }

  create(said: Said): Registration {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.authData(said, cbor(key))],
    ])
    return {
      ...this.id,
      type: 'public-key',
      response: {
        clientDataJSON: this.clientData(said, 'webauthn.create').toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  get(said: Said): Assertion {
    const authData = this.authData(said)
    const clientData = this.clientData(said, 'webauthn.get')
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.keys.privateKey)
    return {
      ...this.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
  }
}
