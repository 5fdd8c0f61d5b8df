// The browser's half of Web Push, for tests: a key pair, and the reading of what was encrypted for it (RFC 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'
import type { PushKeys } from '../push/web-push.ts'
import type { PushRequest, PushService } from '../push/push-service.ts'

export interface PushReceiver {
  pair: ECDH
  keys: PushKeys
}

export function pushReceiver(): PushReceiver {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    pair,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  }
}

export function decryptPush(message: Buffer, { pair, keys }: PushReceiver): Buffer {
  const salt = message.subarray(0, 16)
  const keyLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + keyLength)
  const record = message.subarray(21 + keyLength)
  const derive = (key: Uint8Array, from: Uint8Array, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = derive(pair.computeSecret(sender), Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  if (padded.at(-1) !== 2) throw new Error('not the last record')
  return padded.subarray(0, -1)
}

export interface FakePushService extends PushService {
  received: PushRequest[]
  /** What it answers next; 201 once this is empty. */
  answers: (number | Error)[]
}

/** Takes the place of the browser vendors' push services. */
export function fakePushService(): FakePushService {
  const received: PushRequest[] = []
  const answers: (number | Error)[] = []
  return {
    received,
    answers,
    send(message) {
      received.push(message)
      const answer = answers.shift() ?? 201
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  }
}
