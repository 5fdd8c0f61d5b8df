import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { FeatureName } from './features.ts'
import type { LinkPurpose } from './link-purposes.ts'
import { rolesThatMay, type Permission } from './permissions.ts'
import type { Scope } from './scopes.ts'

/**
 * anyone: a token is not looked at; optional: it is used when it is there; member: 401 without a valid one; door: 401
 * without the token of a door link, and nobody's session is one.
 */
export type Access = 'anyone' | 'optional' | 'member' | 'door'

/** json: one value; list: an array whose next page is named in a Link header; csv: a download; calendar: an .ics file; zip: a download of bytes; redirect: the browser is sent on. */
export type ReplyKind = 'json' | 'list' | 'csv' | 'calendar' | 'zip' | 'redirect'

type Schema = z.ZodType

export interface Endpoint<
  A extends Access = Access,
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  H extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  R extends Schema = Schema,
  K extends ReplyKind = ReplyKind,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api, parameters in braces as the specification writes them: /all-events/{eventId} */
  path: string
  access: A
  /** What the caller must be allowed to do. */
  may: Permission
  /** A key with this scope may make the call for its owner; missing: no key may. */
  scope?: Scope
  /** A signed link of an email with this purpose may call it in place of a session, for the one thing that it is about. */
  link?: LinkPurpose
  /** Which errors this call can return besides those of every call (COMMON_ERRORS). */
  errors?: readonly ErrorCode[]
  summary: string
  params?: P
  query?: Q
  headers?: H
  body?: B
  reply: R
  kind?: K
  /** 200 unless said otherwise. */
  status?: number
  /** Where nothing new was made, because it was there already. */
  statusAgain?: number
  /** Bytes, where the body may be larger than that of other calls. */
  bodyLimit?: number
  /** Also for somebody whose account is about to be deleted: all that they may do is keep it, or leave. */
  whileLeaving?: true
  /** For somebody who is suspended; missing: if it only reads, or as a visitor where nobody has to be signed in. */
  whileSuspended?: boolean
  /** While this coming-soon feature is off the call returns 404. */
  feature?: FeatureName
  /** Part of an anonymous answer: no line of the log tells when it was made. Open to anyone, it is sent without token and cookies. */
  leavesNoTrace?: true
}

export const endpoint = <
  A extends Access,
  R extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  H extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  K extends ReplyKind = 'json',
>(
  definition: Endpoint<A, P, Q, H, B, R, K>,
) => definition

// Loose on purpose: what generic code (bind, client, OpenAPI, test matrices) accepts.
export type AnyEndpoint = Endpoint<
  Access,
  Schema | undefined,
  Schema | undefined,
  Schema | undefined,
  Schema | undefined
>

/** Whether somebody whose account is suspended may make this call. */
export const isForSuspended = ({ method, whileSuspended = method === 'GET' }: AnyEndpoint) => whileSuspended

/** Not even as a visitor, where the call says so itself. */
export const isRefusedWhileSuspended = (endpoint: AnyEndpoint) =>
  endpoint.access === 'optional'
    ? endpoint.whileSuspended === false
    : endpoint.access === 'member' && !isForSuspended(endpoint)

/** The errors specific to a call: those it declares, and being refused. */
export function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const { access, may, errors = [], whileLeaving } = endpoint
  const refusals: ErrorCode[] = access === 'member' || access === 'door' ? ['unauthorized'] : []
  if (access === 'member' || access === 'optional') refusals.push('key_ended', 'scope_missing')
  if (access === 'member' && !whileLeaving) refusals.push('account_leaving')
  if (isRefusedWhileSuspended(endpoint)) refusals.push('account_suspended')
  const isForMembers = rolesThatMay(may).some((role) => role === 'visitor' || role === 'member')
  return [...refusals, ...(isForMembers ? [] : (['forbidden'] as const)), ...errors]
}

type Part<Name extends string, S, Side extends 'input' | 'output'> = S extends Schema
  ? Side extends 'input'
    ? Record<never, never> extends z.input<S>
      ? { [K in Name]?: z.input<S> }
      : { [K in Name]: z.input<S> }
    : { [K in Name]: z.output<S> }
  : unknown

type Parts<E, Side extends 'input' | 'output'> =
  E extends Endpoint<infer _A, infer P, infer Q, infer H, infer B, infer _R, infer _K>
    ? Part<'params', P, Side> & Part<'query', Q, Side> & Part<'headers', H, Side> & Part<'body', B, Side>
    : never

/** What a caller gives. */
export type CallInput<E> = Parts<E, 'input'>
/** What a handler gets, parsed. */
export type HandlerInput<E> = Parts<E, 'output'>

/** One page of a list and the cursor of the next one. */
export interface Page<T> {
  items: T[]
  next: string | null
  /** The words that were left, if no event has all that were asked for. */
  foundFor?: string
}

type ReplyOf<E, Side extends 'input' | 'output'> =
  E extends Endpoint<infer _A, infer _P, infer _Q, infer _H, infer _B, infer R, infer K>
    ? Side extends 'input'
      ? K extends 'list'
        ? z.input<R> extends (infer T)[]
          ? Page<T>
          : never
        : z.input<R>
      : K extends 'list'
        ? z.output<R> extends (infer T)[]
          ? Page<T>
          : never
        : K extends 'zip'
          ? Blob
          : z.output<R>
    : never

/** What a handler returns. */
export type HandlerReply<E> = ReplyOf<E, 'input'>
/** What a caller receives. */
export type CallReply<E> = ReplyOf<E, 'output'>
