// The question that a call asks, as it was sent: two that are parsed into something alike still have two addresses.
import { z } from 'zod'
import type { AnyEndpoint } from '../../contract/endpoint.ts'

/** As Fastify reads them: text, or several texts under one name. */
type RawParts = Record<string, string | string[] | undefined>

export interface RawInput {
  params: RawParts
  query: RawParts
}

const valuesOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value : value ? [value] : [])

/** The path and the declared parts of the query, in the contract's order; what the contract does not know is left out. */
export function questionOf({ path, query: schema }: AnyEndpoint, { params, query }: RawInput): string {
  const asked = new URLSearchParams()
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : schema ? Object.keys(query).sort() : []
  for (const name of names) for (const value of valuesOf(query[name])) asked.append(name, value)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => valuesOf(params[name]).map(encodeURIComponent).join())
  return `/api${filled}${asked.size > 0 ? `?${asked.toString()}` : ''}`
}
