// Holds what goes over the wire to the SDK's own types, by the schemas that scripts/make-stripe-schemas.ts makes of them.
import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type * as wire from './wire-types.ts'

interface Wire {
  SessionCreate: wire.SessionCreate
  SessionRetrieve: wire.SessionRetrieve
  SessionExpire: wire.SessionExpire
  RefundCreate: wire.RefundCreate
  RefundRetrieve: wire.RefundRetrieve
  RefundList: wire.RefundList
  Session: wire.Session
  Refund: wire.Refund
  Refunds: wire.Refunds
  StripeEvent: wire.StripeEvent
}

interface Schemas {
  version: string
  roots: Record<keyof Wire, object>
  definitions: Record<string, object>
}

export const schemas = JSON.parse(readFileSync(new URL('schemas.json', import.meta.url), 'utf8')) as Schemas

const OPTIONS = { allErrors: true, strict: false } as const
// A form carries text alone: there "2400" is the number it reads as.
const ofRequests = new Ajv({ ...OPTIONS, coerceTypes: true })
const ofAnswers = new Ajv(OPTIONS)
const compiled = new Map<string, ValidateFunction>()

function validator<Name extends keyof Wire>(ajv: Ajv, name: Name): ValidateFunction<Wire[Name]> {
  const key = `${ajv === ofRequests} ${name}`
  const known = compiled.get(key) ?? ajv.compile({ ...schemas.roots[name], definitions: schemas.definitions })
  compiled.set(key, known)
  return known as ValidateFunction<Wire[Name]>
}

const complaintsOf = (ajv: Ajv, { errors }: ValidateFunction) =>
  (errors ?? []).map((error) => `${ajv.errorsText([error])} ${JSON.stringify(error.params)}`).join('; ')

/** A request as Stripe would take it, or what Stripe would complain about. */
export function readRequest<Name extends keyof Wire>(name: Name, value: unknown): Wire[Name] | { complaint: string } {
  const validate = validator(ofRequests, name)
  return validate(value) ? value : { complaint: complaintsOf(ofRequests, validate) }
}

/** What the stand-in says itself must be what Stripe could say. */
export function holdToTypes<Name extends keyof Wire>(name: Name, value: unknown): Wire[Name] {
  const validate = validator(ofAnswers, name)
  if (!validate(value)) throw new Error(`The stand-in would send a wrong ${name}: ${complaintsOf(ofAnswers, validate)}`)
  return value
}
