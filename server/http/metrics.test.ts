import { expect, test } from 'vitest'
import { world } from '../test-support/world.ts'
import { createMetrics } from './metrics.ts'

test('answers from ready bytes are counted apart', async () => {
  const { app } = await world({ pages: true })
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  for (let n = 0; n < 3; n++) await (await fetch(`${base}/about`)).arrayBuffer()
  const body = await (await fetch(`${base}/metrics`)).text()
  expect(body).toContain('hooley_http_request_seconds_count{method="GET",route="/*",status="200"} 1')
  expect(body).toContain('hooley_http_ready_answers_total{method="GET",route="/*",status="200"} 2')
})

test('Prometheus reads requests, latencies, event loop, pool, waiting mails and bookings', async () => {
  const { app } = await world()
  await app.inject({ method: 'GET', url: '/api/all-events' })
  const { body, headers } = await app.inject({ method: 'GET', url: '/metrics' })
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toContain('hooley_http_request_seconds_count{method="GET",route="/api/all-events",status="200"} 1')
  expect(body).toContain('nodejs_eventloop_lag_seconds')
  expect(body).toContain('hooley_database_connections{state="waiting"} 0')
  expect(body).toContain('hooley_mails_waiting 0')
  expect(body).toContain('# TYPE hooley_bookings_total counter')
})

test('servers of one process share what watches it, and one that stops takes nothing from the others', async () => {
  const gauges = {
    mailsWaiting: () => Promise.resolve(0),
    backupAge: () => Promise.resolve(NaN),
    isWritable: () => Promise.resolve(true),
    isListening: () => true,
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
  }
  const [one, other] = [createMetrics(gauges), createMetrics(gauges)]
  const watcher = 'nodejs_gc_duration_seconds'
  expect(one.registry.getSingleMetric(watcher)).toBe(other.registry.getSingleMetric(watcher))
  one.bookings.inc({ outcome: 'booked' })
  one.stop()
  const report = await other.report()
  expect(report).toContain('nodejs_eventloop_lag_seconds')
  expect(report).not.toContain('outcome="booked"')
})
