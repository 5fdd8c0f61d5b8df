// Sensitive actions (email address, two-factor, passkeys, download, deletion) require somebody who has just shown who
// they are: a session that was left open on a shared computer is not enough.
import { AppError } from '../../contract/errors.ts'
import { PROOF_MINUTES } from '../../contract/limits.ts'
import type { SessionUser } from '../http/session.ts'

type Proved = Pick<SessionUser, 'provedAt'>
type StronglyProved = Pick<SessionUser, 'strongProofAt'>

/** Until when the proof of this session holds; null: there is none, or it is too old. */
export function provedUntil({ provedAt }: Proved, now: Date): Date | null {
  const until = provedAt && new Date(provedAt.getTime() + PROOF_MINUTES * 60_000)
  return until && until > now ? until : null
}

/** In a call that declares the error proof_needed. Screens ask for the proof and then continue: app/features/proof. */
export function requireProof(user: Proved, now: Date): void {
  if (!provedUntil(user, now)) throw new AppError('proof_needed')
}

/** For what would remove the second step: knowing the password alone must not be enough. */
export function requireStrongProof({ strongProofAt }: StronglyProved, now: Date): void {
  if (!provedUntil({ provedAt: strongProofAt }, now)) throw new AppError('strong_proof_needed')
}
