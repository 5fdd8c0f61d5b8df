import { describe, expect, test } from 'vitest'
import { allEndpoints } from '../contract/api.ts'
import { errorsOf } from '../contract/endpoint.ts'
import { statusOf } from '../contract/errors.ts'
import { rolesThatMay } from '../contract/permissions.ts'
import { world } from './test-support/world.ts'

interface Operation {
  responses: Record<string, { description: string }>
  'x-roles': string[]
}

describe('answers of the whole server', () => {
  test('an unknown call answers 404 in the form of every error', async () => {
    const { app } = await world()
    const response = await app.inject({ method: 'GET', url: '/api/nothing-here' })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ statusCode: 404, error: 'Not Found', message: 'Not found' })
  })

  test('a body that is no JSON answers 400 in one sentence', async () => {
    const { app } = await world()
    const response = await app.inject({
      method: 'POST',
      url: '/api/geo/location',
      headers: { 'content-type': 'application/json' },
      payload: '{"lat":',
    })
    expect(response.json()).toEqual({
      statusCode: 400,
      error: 'Bad Request',
      message: 'The request body is not valid JSON.',
    })
  })

  test('a body that is too large answers 413', async () => {
    const { app } = await world()
    const payload = JSON.stringify({ lat: 1, lng: 1, filler: 'x'.repeat(3_000_000) })
    const response = await app.inject({
      method: 'POST',
      url: '/api/geo/location',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(response.json()).toEqual({
      statusCode: 413,
      error: 'Payload Too Large',
      message: 'The request body is too large.',
    })
  })

  test('every answer carries the security headers and a request id', async () => {
    const { app } = await world()
    for (const url of ['/api/health', '/api/nothing-here', '/api/docs', '/metrics']) {
      const { headers } = await app.inject({ method: 'GET', url })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    }
  })

  test('the OpenAPI document names every call of the contract, who may make it and each error that it can answer', async () => {
    const { app } = await world()
    const document = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).json<{
      openapi: string
      paths: Record<string, Record<string, Operation>>
    }>()
    expect(document.openapi).toBe('3.1.0')
    for (const endpoint of allEndpoints) {
      const call = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
      const named = Object.entries(call?.responses ?? {}).flatMap(([status, { description }]) =>
        description.split('\n\n').map((line) => `${status} ${line.split(':')[0]}`),
      )
      const errors = errorsOf(endpoint).map((code) => `${statusOf(code)} ${code}`)
      expect(named, `${endpoint.method} ${endpoint.path}`).toEqual(expect.arrayContaining(errors))
      expect(call?.['x-roles']).toEqual(rolesThatMay(endpoint.may))
    }
    const statusesOf = (path: string, method: string) => Object.keys(document.paths[path]?.[method]?.responses ?? {})
    for (const { path, method, body, feature } of allEndpoints) {
      const statuses = statusesOf(path, method.toLowerCase())
      if (body) expect(statuses, path).toEqual(expect.arrayContaining(['413', '415']))
      if (feature) expect(statuses, path).toContain('404')
    }
    expect(statusesOf('/events/{eventId}/waiting-list', 'post')).toEqual(expect.arrayContaining(['200', '201']))
    for (const path of ['/health', '/ready', '/ready/write']) expect(statusesOf(path, 'get')).toContain('200')
    expect(statusesOf('/s3/upload/{key}', 'put')).toEqual(expect.arrayContaining(['200', '403', '413']))
    const page = (await app.inject({ method: 'GET', url: '/api/docs' })).body
    expect(page).toContain('/api/all-events/{eventId}')
    // A sentence with a number in it has none to show here.
    expect(page).toContain('too_few_left: Only N tickets left')
    expect(page).not.toContain('undefined')
    const scoped = allEndpoints.filter(({ scope }) => scope)
    expect(page.split('Keys with the scope').length - 1).toBe(scoped.length)
    expect(page).toContain("curl -X GET -H 'Authorization: Bearer hooley_…'")
  })
})
