import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { crewMetrics, mergeMetrics } from './merge-metrics.ts'

async function report(worker: number, bookings: number) {
  const registers = [new Registry()]
  new Counter({ name: 'bookings_total', help: 'Bookings', labelNames: ['outcome'], registers }).inc(
    { outcome: 'a } b' },
    bookings,
  )
  new Gauge({ name: 'heap_bytes', help: 'Heap', registers }).set(worker)
  new Gauge({ name: 'hooley_mails_waiting', help: 'Mails', registers }).set(7)
  new Histogram({ name: 'seconds', help: 'Seconds', buckets: [1], registers }).observe(0.5)
  return { worker, text: await registers[0]!.metrics() }
}

test('the figures of each worker carry its number, and those of a name stand together', async () => {
  const text = mergeMetrics([await report(1, 3), await report(2, 5)])
  expect(text).toContain(
    [
      '# HELP bookings_total Bookings',
      '# TYPE bookings_total counter',
      'bookings_total{worker="1",outcome="a } b"} 3',
      'bookings_total{worker="2",outcome="a } b"} 5',
    ].join('\n'),
  )
  expect(text).toContain('heap_bytes{worker="1"} 1\nheap_bytes{worker="2"} 2\n')
  expect(text).toContain('seconds_bucket{worker="2",le="1"} 1\n')
  expect(text).toContain('seconds_sum{worker="1"} 0.5\n')
})

test('what is asked of the database is told once, for all of them', async () => {
  const text = mergeMetrics([await report(1, 1), await report(2, 1)])
  expect(text.match(/^hooley_mails_waiting.*$/gm)).toEqual(['hooley_mails_waiting 7'])
})

test('how many serve and how many were replaced is told by the primary', () => {
  expect(crewMetrics({ serving: 2, replaced: 1 })).toMatch(/^hooley_workers 2\n[^]*^hooley_workers_replaced_total 1\n/m)
})
