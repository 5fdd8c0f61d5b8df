// Any server that speaks S3. The SDK is loaded on first use: most installations never need it.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { AppError } from '../../contract/errors.ts'
import type { S3Config } from '../config.ts'
import { pendingKey, typeOfKey, type Storage } from './storage.ts'
import { UPLOAD_SECONDS } from './upload-addresses.ts'

async function openSdk(config: S3Config) {
  const [s3, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  const client = new s3.S3Client({
    region: config.region,
    endpoint: config.endpoint,
    // Other servers than Amazon's seldom have a host name for each bucket.
    forcePathStyle: Boolean(config.endpoint),
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // Otherwise a checksum is signed that a browser does not send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // A storage that says nothing is as good as away.
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000 },
  })
  return { s3, client, getSignedUrl }
}

const isMissing = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404

const away = (cause: unknown) => new AppError('storage_unavailable', { cause, retryAfterSeconds: 5 })

const bucketOrigin = ({ endpoint, bucket, region }: S3Config) =>
  endpoint ? new URL(endpoint).origin : `https://${bucket}.s3.${region}.amazonaws.com`

export function s3Storage(config: S3Config, shared: Pick<Storage, 'addresses' | 'deleted'>): Storage {
  const Bucket = config.bucket
  let opened: ReturnType<typeof openSdk> | undefined
  const sdk = () => (opened ??= openSdk(config))
  return {
    publicBase: config.publicUrl ?? '/uploads',
    origins: [bucketOrigin(config), ...(config.publicUrl ? [new URL(config.publicUrl).origin] : [])],
    ...shared,
    takesFilesDirectly: true,
    async signUpload(grant) {
      // Without a length S3 would take a file of any size; then the upload comes through this server, which counts.
      if (grant.size === undefined) return shared.addresses.sign(grant)
      const { s3, client, getSignedUrl } = await sdk()
      const command = new s3.PutObjectCommand({
        Bucket,
        Key: pendingKey(grant.key),
        ContentType: grant.contentType,
        ContentLength: grant.size,
      })
      return getSignedUrl(client, command, {
        expiresIn: UPLOAD_SECONDS,
        signableHeaders: new Set(['host', 'content-type', 'content-length']),
      })
    },
    async put(key, bytes, contentType) {
      const { s3, client } = await sdk()
      const CacheControl = 'public, max-age=31536000, immutable'
      const command = new s3.PutObjectCommand({
        Bucket,
        Key: key,
        Body: bytes,
        ContentType: contentType,
        ContentLength: bytes.length,
        CacheControl,
      })
      await client.send(command).catch((error: unknown) => {
        throw away(error)
      })
    },
    async putFile(key, path, contentType) {
      const { s3, client } = await sdk()
      const { size } = await stat(path)
      const command = new s3.PutObjectCommand({
        Bucket,
        Key: key,
        Body: createReadStream(path),
        ContentType: contentType,
        ContentLength: size,
        CacheControl: 'private, no-store',
      })
      // 10 seconds are enough for a picture, not for this; a storage that says nothing at all is still noticed.
      await client.send(command, { requestTimeout: 600_000 }).catch((error: unknown) => {
        throw away(error)
      })
    },
    async read(key) {
      const { s3, client } = await sdk()
      try {
        const found = await client.send(new s3.GetObjectCommand({ Bucket, Key: key }))
        return { stream: found.Body as Readable, contentType: typeOfKey(key), size: found.ContentLength ?? 0 }
      } catch (error) {
        if (isMissing(error)) return null
        throw away(error)
      }
    },
    async remove(key) {
      const { s3, client } = await sdk()
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: key })).catch((error: unknown) => {
        if (!isMissing(error)) throw away(error)
      })
    },
  }
}
