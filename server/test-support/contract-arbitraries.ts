// Requests made from the contract's own schemas: valid, nearly valid, and wild.
import fc, { type Arbitrary } from 'fast-check'
import type { z } from 'zod'
import type { AnyInput } from '../../contract/http-caller.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { jsonSchema } from '../http/bind.ts'

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

/** What has broken other programs: NUL, lone surrogates, SQL, script, prototypes, numbers at every edge. */
export const HOSTILE: unknown[] = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\uD800',
    '\u202E',
    '\uFFFF',
    'é'.normalize('NFD'),
    '𒐫'.repeat(50),
    'x'.repeat(20_000),
  ],
  ...[
    "'; drop table users; --",
    '<script>alert(1)</script>',
    '%s%n%00',
    '../../etc/passwd',
    '${7*7}',
    '{{7*7}}',
    '=1+1',
  ],
  ...[
    '__proto__',
    'constructor',
    'NaN',
    'Infinity',
    '1e999',
    '-0',
    '0x10',
    '9'.repeat(40),
    'true',
    'null',
    '[object Object]',
  ],
  ...['2099-13-45T99:99:99Z', '9999-12-31T23:59:59Z', '0000-00-00', '+275760-09-13T00:00:00Z', 'events/../x.png'],
  ...[null, true, false, 0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324],
  ...[[], {}, [[[[]]]], { toString: 'x' }, { length: 9 }, JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown],
]

const anything = fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }))

const DATE = fc.date({ min: new Date('1960-01-01'), max: new Date('2110-01-01'), noInvalidDate: true })

const textOf = (schema: Schema): Arbitrary<unknown> => {
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern))
  const { minLength = 0, maxLength = 60 } = schema
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, Math.max(60, minLength)), unit: 'grapheme' }),
    DATE.map((date) => date.toISOString()),
  )
}

function valueOf(schema: Schema, name: string): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueOf(one, name)))
  if (/Time$/.test(name)) return DATE.map((date) => date.toISOString())
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name), { maxLength: 4 })
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 2 ** 31 - 1, 2 ** 31 - 1),
      })
    case 'number':
      return fc.oneof(fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true }), fc.nat(200))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return anything
  }
}

function objectOf({ properties = {}, required = [] }: Schema): Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, name)]))
  return fc.record(fields, { requiredKeys: required })
}

const part = (schema: z.ZodType | undefined) =>
  schema ? valueOf(jsonSchema(schema, 'input') as Schema, '') : fc.constant(undefined)

/** As the contract says. */
export const validInput = (endpoint: AnyEndpoint): Arbitrary<AnyInput> =>
  fc.record({
    params: part(endpoint.params),
    query: part(endpoint.query),
    headers: part(endpoint.headers),
    body: part(endpoint.body),
  }) as Arbitrary<AnyInput>

type Fields = Record<string, unknown>
type Mutation = { kind: 'replace' | 'remove' | 'add'; at: number; value: unknown }

const mutation: Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('replace', 'remove', 'add'),
  at: fc.nat(20),
  value: anything,
})

function mutate(fields: unknown, { kind, at, value }: Mutation): unknown {
  if (typeof fields !== 'object' || fields === null) return value
  const names = Object.keys(fields)
  const name = names[at % Math.max(1, names.length)] ?? 'extra'
  const changed: Fields = { ...(fields as Fields) }
  if (kind === 'remove') delete changed[name]
  else changed[kind === 'add' ? `${name}X` : name] = value
  return changed
}

const asText = (fields: unknown) =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.toWellFormed() : value]),
  )

/** A request known to be right, with one field as the contract's schema would have it: gets past rules of two fields. */
export const variedExample = (endpoint: AnyEndpoint, example: AnyInput): Arbitrary<AnyInput> =>
  fc.tuple(validInput(endpoint), fc.nat(20)).map(([generated, at]) => {
    const fields = (generated.body ?? {}) as Fields
    const name = Object.keys(fields)[at % Math.max(1, Object.keys(fields).length)]
    if (!name || typeof example.body !== 'object') return example
    return { ...example, body: { ...example.body, [name]: fields[name] } }
  })

/** One or two things wrong. `example` is a request known to be right. */
export const nearlyValidInput = (endpoint: AnyEndpoint, example: AnyInput): Arbitrary<AnyInput> =>
  fc
    .tuple(
      fc.oneof(validInput(endpoint), fc.constant(example)),
      fc.array(mutation, { minLength: 1, maxLength: 2 }),
      fc.nat(2),
    )
    .map(([input, mutations, where]) => {
      const name = (['body', 'query', 'params'] as const).filter((one) => endpoint[one])[where % 3] ?? 'query'
      const mutated = mutations.reduce<unknown>(mutate, input[name])
      return { ...input, [name]: name === 'body' ? mutated : asText(mutated) }
    })

export interface WildRequest {
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

const HEADER_TEXT = /^[\x20-\x7E]{0,300}$/

/** Bytes where JSON should be, paths and headers that nobody would send. */
export const wildRequest = (endpoint: AnyEndpoint): Arbitrary<WildRequest> =>
  fc.record({
    path: fc
      .array(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom('..', '%00', '%', '//', '%2e%2e%2f')),
        { maxLength: 3 },
      )
      .map((pieces) => `/api${endpoint.path}${pieces.map((piece) => `/${encodeLoosely(piece)}`).join('')}`),
    headers: fc.dictionary(
      fc.constantFrom(
        'content-type',
        'accept',
        'authorization',
        'if-none-match',
        'idempotency-key',
        'cookie',
        'range',
        'x-forwarded-for',
        'accept-encoding',
      ),
      fc.oneof(
        fc.stringMatching(HEADER_TEXT),
        fc.constantFrom(
          'application/json',
          'application/json; charset=utf-7',
          'multipart/form-data',
          'bytes=0-,0-,0-',
          'Bearer ',
          'Basic Og==',
        ),
      ),
    ),
    body: fc.option(
      fc.oneof(
        fc.json().map(String),
        fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
        fc.constantFrom(
          '{',
          '[',
          '"',
          '{"a":',
          '{"__proto__":{"a":1}}',
          '['.repeat(5000),
          '{"a":'.repeat(2000),
          'x'.repeat(300_000),
        ),
      ),
      { nil: undefined },
    ),
  })

const encodeLoosely = (piece: string) =>
  piece.replace(/[^\x21-\x7E]|[#?]/gu, (letter) => encodeURIComponent(letter.toWellFormed()))
