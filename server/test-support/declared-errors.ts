// Every test of the API also checks the contract: an error that a call answers is one that it declares.
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { allEndpoints } from '../../contract/api.ts'
import { errorsOf, type AnyEndpoint } from '../../contract/endpoint.ts'
import { COMMON_ERRORS, type ErrorCode } from '../../contract/errors.ts'

const patternOf = ({ path }: AnyEndpoint) => new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`)

// Longest first: /all-events/typeahead also looks like an event.
const calls = allEndpoints
  .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint) }))
  .toSorted((a, b) => b.endpoint.path.replace(/\{.*/, '').length - a.endpoint.path.replace(/\{.*/, '').length)

function checkDeclared(method: string, url: string, code: ErrorCode) {
  const path = url.split('?')[0] ?? ''
  const endpoint = calls.find((call) => call.endpoint.method === method && call.pattern.test(path))?.endpoint
  if (!endpoint || COMMON_ERRORS.includes(code) || errorsOf(endpoint).includes(code)) return
  throw new Error(`${method} ${endpoint.path} answered ${code}, which it does not declare in the contract.`)
}

export function holdToContract(app: FastifyInstance) {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>
  app.inject = (async (options: InjectOptions) => {
    const response = await inject(options)
    const code = response.headers['x-error-code']
    if (typeof code === 'string' && typeof options.url === 'string')
      checkDeclared(options.method ?? 'GET', options.url, code as ErrorCode)
    return response
  }) as FastifyInstance['inject']
}
