// One call of the contract as it goes over the wire, without a port and without anything made easier.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pathOf, type AnyInput } from '../../contract/http-caller.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'

export const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

export function callInjected(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  input: AnyInput,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const isBodied = input.body !== undefined
  return app.inject({
    method: endpoint.method,
    url: pathOf(endpoint, input),
    headers: {
      ...(isBodied && { 'content-type': 'application/json' }),
      ...(input.headers as Record<string, string> | undefined),
      ...headers,
    },
    payload: isBodied ? JSON.stringify(input.body) : undefined,
  })
}
