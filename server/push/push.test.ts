import { createECDH, createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { secretsFrom } from '../access/secrets.ts'
import { decryptPush, pushReceiver } from '../test-support/push-receiver.ts'
import { encryptPush, MAX_PLAINTEXT } from './encrypt.ts'
import { pushService } from './push-service.ts'
import { openVapid } from './vapid.ts'

test('the example of RFC 8291, byte by byte', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  const text = Buffer.from('When I grow up, I want to be a watermelon')
  expect(encryptPush(text, keys, sender, salt).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a browser reads what was encrypted for it, up to the largest message, and nobody else does', () => {
  const [nora, anna] = [pushReceiver(), pushReceiver()]
  for (const size of [0, 1, 100, MAX_PLAINTEXT]) {
    const message = encryptPush(Buffer.alloc(size, 'x'), nora.keys)
    expect(decryptPush(message, nora)).toHaveLength(size)
    expect(message.length).toBeLessThanOrEqual(4096)
    expect(() => decryptPush(message, anna)).toThrow()
  }
  expect(() => encryptPush(Buffer.alloc(MAX_PLAINTEXT + 1), nora.keys)).toThrow()
})

test('every instance has the same key, and signs what its public key proves', () => {
  const secrets = secretsFrom('of this installation')
  const [one, two] = [openVapid(secrets, 'post@hooley.example'), openVapid(secrets, 'post@hooley.example')]
  expect(one.publicKey).toBe(two.publicKey)
  expect(openVapid(secretsFrom('another'), '').publicKey).not.toBe(one.publicKey)
  const header = one.authorization('https://push.example/send/abc?x=1', new Date('2026-11-15T12:00:00Z'))
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? []
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
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example',
    exp: Date.parse('2026-11-16T00:00:00Z') / 1000,
    sub: 'mailto:post@hooley.example',
  })
})

test('nothing is sent to this machine or a private network, by name or by number', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  for (const host of ['localhost', '127.0.0.1', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
    const sending = pushService.send({ endpoint: `https://${host}:${port}/x`, headers: {}, body: Buffer.from('x') })
    await expect(sending).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS' })
  }
  expect(connections).toBe(0)
})
