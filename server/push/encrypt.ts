// What a push message says is encrypted for the browser alone (RFC 8291, in one record of RFC 8188).
import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

export interface PushKeys {
  /** The browser's public key and its secret, base64url. */
  p256dh: string
  auth: string
}

const RECORD_SIZE = 4096
/** What push services take at least, less what the encryption adds: RFC 8291 §4. */
export const MAX_PLAINTEXT = 3993

export function newSender(): ECDH {
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  return sender
}

const derive = (key: Uint8Array, salt: Buffer, info: Buffer | string, length: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length))

/** Throws when the browser's key is no point of the curve. */
export function encryptPush(
  plaintext: Buffer,
  { p256dh, auth }: PushKeys,
  sender: ECDH = newSender(),
  salt: Buffer = randomBytes(16),
): Buffer {
  if (plaintext.length > MAX_PLAINTEXT) throw new Error('The message is too long.')
  const receiver = Buffer.from(p256dh, 'base64url')
  const publicKey = sender.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, publicKey])
  const secret = derive(sender.computeSecret(receiver), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte behind the text says that this is the last record.
  const record = [cipher.update(Buffer.concat([plaintext, Buffer.from([2])])), cipher.final(), cipher.getAuthTag()]
  const sizes = Buffer.alloc(5)
  sizes.writeUInt32BE(RECORD_SIZE)
  sizes.writeUInt8(publicKey.length, 4)
  return Buffer.concat([salt, sizes, publicKey, ...record])
}
