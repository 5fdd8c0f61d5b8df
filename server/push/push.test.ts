import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretsFrom } from '../access/secrets.ts'
import { decryptPush, pushReceiver } from '../test-support/push-receiver.ts'
import { checkPushKeys, openVapid, pushRequest } from './web-push.ts'

test('a browser reads what was encrypted for it, and nobody else does', async () => {
  const [nora, anna] = [pushReceiver(), pushReceiver()]
  const vapid = openVapid(secretsFrom('of this installation'), 'post@hooley.example')
  const subscription = { endpoint: 'https://push.example/send/abc', ...nora.keys }
  for (const text of ['x', 'Your place is free 🎉', 'x'.repeat(2_000)]) {
    const { body, headers } = await pushRequest(vapid, subscription, text, 60)
    expect(decryptPush(body, nora).toString()).toBe(text)
    expect(() => decryptPush(body, anna)).toThrow()
    expect(headers).toMatchObject({ ttl: '60', urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect(headers['content-length']).toBe(String(body.length))
  }
})

test('keys that are none are found out', async () => {
  const { p256dh, auth } = pushReceiver().keys
  await expect(checkPushKeys({ p256dh, auth })).resolves.toBeUndefined()
  const notOnTheCurve = Buffer.alloc(65, 4).toString('base64url')
  for (const keys of [
    { p256dh: 'AAAA', auth },
    { p256dh, auth: 'AAAA' },
    { p256dh: notOnTheCurve, auth },
  ])
    await expect(checkPushKeys(keys)).rejects.toThrow()
})

test('every instance has the same key, and signs what its public key proves', async () => {
  const secrets = secretsFrom('of this installation')
  const [one, two] = [openVapid(secrets, 'post@hooley.example'), openVapid(secrets, 'post@hooley.example')]
  expect(one.publicKey).toBe(two.publicKey)
  expect(openVapid(secretsFrom('another'), '').publicKey).not.toBe(one.publicKey)
  const endpoint = 'https://push.example/send/abc?x=1'
  const { headers } = await pushRequest(one, { endpoint, ...pushReceiver().keys }, 'x', 60)
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe(one.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(one.publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const publicKey = createPublicKey({ format: 'jwk', key: jwk })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isRight).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: 'https://push.example',
    sub: 'mailto:post@hooley.example',
  })
})
