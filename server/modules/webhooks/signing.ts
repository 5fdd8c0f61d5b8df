// Signatures of Standard Webhooks 1.0: HMAC-SHA256 over id, time and body. The secret is made from a key of the
// installation, so that nothing is stored that a copy of the table would give away.
import { createHmac } from 'node:crypto'
import { HOUR } from '../../../contract/durations.ts'
import { ROTATION_HOURS } from '../../../contract/webhooks.ts'
import type { Secrets } from '../../access/secrets.ts'

interface Signed {
  id: number
  secretVersion: number
  rotatedAt: Date | null
}

const secretBytes = (secrets: Secrets, { id }: Pick<Signed, 'id'>, version: number) =>
  createHmac('sha256', secrets.keyFor('webhooks')).update(`${id} ${version}`).digest()

/** As it is shown to the owner, once. */
export const secretOf = (secrets: Secrets, endpoint: Pick<Signed, 'id' | 'secretVersion'>) =>
  `whsec_${secretBytes(secrets, endpoint, endpoint.secretVersion).toString('base64')}`

export const rotationEnds = (rotatedAt: Date) => new Date(rotatedAt.getTime() + ROTATION_HOURS * HOUR)

/** Two signatures for a day after a rotation. */
export function signedHeaders(
  secrets: Secrets,
  endpoint: Signed,
  { id, body }: { id: string; body: string },
  now: Date,
) {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const { secretVersion, rotatedAt } = endpoint
  const isRotating = rotatedAt !== null && now < rotationEnds(rotatedAt)
  const signatures = (isRotating ? [secretVersion, secretVersion - 1] : [secretVersion]).map(
    (version) =>
      `v1,${createHmac('sha256', secretBytes(secrets, endpoint, version))
        .update(`${id}.${timestamp}.${body}`)
        .digest('base64')}`,
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
