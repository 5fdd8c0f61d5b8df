// The one place where a permission is asked for. The rules themselves are data: contract/permissions.ts and the nouns beside it.
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { isFindable, type Shown } from '../../contract/event-status.ts'
import type { StaffRole } from '../../contract/moderation-words.ts'
import { rolesThatMay, type OwnPermission, type Permission, type Role } from '../../contract/permissions.ts'

/** Who asks: a signed-in person, or null for a visitor. */
export type Principal = { id: number; role?: StaffRole | null } | null

/** What a permission of each noun is asked about. */
interface Subjects {
  event: Shown & { creatorId: number; managerIds?: readonly number[] }
  /** Null: a file that nobody has uploaded. */
  picture: { userId: number } | null
}

type NameOf<P extends Permission> = P extends OwnPermission<infer Name> ? Name : P
type NounOf<P extends Permission> = NameOf<P> extends `${infer Noun}.${string}` ? Noun : never
type SubjectOf<P extends Permission> = NounOf<P> extends keyof Subjects ? Subjects[NounOf<P>] : null
type Subject = Subjects[keyof Subjects] | null

function rolesOf(principal: Principal, subject: Subject): Role[] {
  if (!principal) return ['visitor']
  const roles: Role[] = ['visitor', 'member']
  if (principal.role) roles.push(principal.role)
  if (!subject) return roles
  if ('creatorId' in subject && subject.creatorId === principal.id) roles.push('creator')
  if ('managerIds' in subject && subject.managerIds?.includes(principal.id)) roles.push('manager')
  if ('userId' in subject && subject.userId === principal.id) roles.push('uploader')
  return roles
}

export function can<P extends Permission>(principal: Principal, permission: P, subject: SubjectOf<P>): boolean {
  const allowed = rolesThatMay(permission)
  return rolesOf(principal, subject).some((role) => allowed.includes(role))
}

const isHiddenFrom = (principal: Principal, subject: Subject) =>
  subject !== null && 'status' in subject && !isFindable(subject) && !can(principal, 'event.read-draft', subject)

/** A stranger learns no more of a draft or an unlisted event than of one that does not exist. */
export function requireMay<P extends Permission>(principal: Principal, permission: P, subject: SubjectOf<P>): void {
  if (can(principal, permission, subject)) return
  const code: ErrorCode = isHiddenFrom(principal, subject) ? 'event_not_found' : 'forbidden'
  throw new AppError(principal || code === 'event_not_found' ? code : 'unauthorized')
}
