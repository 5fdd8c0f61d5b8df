import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { FastifyInstance } from 'fastify'
import { BUILD } from '../runtime/build.ts'

export interface Metrics {
  registry: Registry
  /** What /metrics answers. */
  report: () => Promise<string>
  requests: Histogram<'method' | 'route' | 'status'>
  /** Answers from ready bytes: so many and so quick that even to count them must cost nothing. */
  countReady(method: string, route: string, status: number): void
  bookings: Counter<'outcome'>
  /** Last good answers, served because no newer one was available. */
  staleAnswers: Counter
  /** Public reads by where they were made, with DATABASE_REPLICA_URL. */
  publicReads: Counter<'from'>
  /** Connections that were lost or could not be made. */
  connectionErrors: Counter<'to'>
  /** Errors that nobody caught (runtime/outlive-errors.ts). */
  uncaughtErrors: Counter
  stop(): void
}

export interface Gauges {
  /** NaN while it cannot be counted. */
  mailsWaiting: () => Promise<number>
  /** In seconds; NaN while it cannot be asked, or there is none. */
  backupAge: () => Promise<number>
  isWritable: () => Promise<boolean>
  isListening: () => boolean
  pool: () => { total: number; idle: number; waiting: number }
}

let ofTheProcess: Registry | undefined

/**
 * A new registry with the process's own metrics. They are collected once: what watches the event loop and the garbage
 * collector cannot be stopped again, and a process of tests opens hundreds of servers.
 */
function withProcessMetrics(): Registry {
  if (!ofTheProcess) {
    ofTheProcess = new Registry()
    // Event loop lag, heap, handles, garbage collection.
    collectDefaultMetrics({ register: ofTheProcess })
  }
  return Registry.merge([ofTheProcess])
}

export function createMetrics(gauges: Gauges): Metrics {
  const registry = withProcessMetrics()
  const requests = new Histogram({
    name: 'hooley_http_request_seconds',
    help: 'Answers by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const ready = new Map<string, { labels: { method: string; route: string; status: number }; count: number }>()
  new Counter({
    name: 'hooley_http_ready_answers_total',
    help: 'Answers that stood ready, by method, route and status; they are not among hooley_http_request_seconds',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, count } of ready.values()) this.inc(labels, count)
    },
  })
  const countReady: Metrics['countReady'] = (method, route, status) => {
    const key = `${status} ${method} ${route}`
    const known = ready.get(key)
    if (known) known.count++
    else ready.set(key, { labels: { method, route, status }, count: 1 })
  }
  const bookings = new Counter({
    name: 'hooley_bookings_total',
    help: 'Bookings by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const staleAnswers = new Counter({
    name: 'hooley_stale_answers_total',
    help: 'Last good answers, handed out while the database was away or slow',
    registers: [registry],
  })
  const publicReads = new Counter({
    name: 'hooley_public_reads_total',
    help: 'Public reads that did not stand ready, by where they were made; only with replicas',
    labelNames: ['from'],
    registers: [registry],
  })
  const connectionErrors = new Counter({
    name: 'hooley_connection_errors_total',
    help: 'Connections to the database, its replica and Redis that were lost or could not be made',
    labelNames: ['to'],
    registers: [registry],
  })
  const uncaughtErrors = new Counter({
    name: 'hooley_uncaught_errors_total',
    help: 'Errors that nobody caught: each is a defect, and in the log',
    registers: [registry],
  })
  new Gauge({
    name: 'hooley_build_info',
    help: '1, with the version and the commit that run',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version: BUILD.version, commit: BUILD.commit }, 1)
  // Before the numbers that are asked for through the pool: they would count themselves.
  new Gauge({
    name: 'hooley_database_connections',
    help: 'Connections of the pool, and callers who wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(gauges.pool())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'hooley_database_writable',
    help: '1 when the database would commit a write within a second',
    registers: [registry],
    async collect() {
      this.set(Number(await gauges.isWritable()))
    },
  })
  new Gauge({
    name: 'hooley_listening',
    help: '1 while changes made by other instances are heard of',
    registers: [registry],
    collect() {
      this.set(Number(gauges.isListening()))
    },
  })
  new Gauge({
    name: 'hooley_mails_waiting',
    help: 'Mails that are not sent yet',
    registers: [registry],
    async collect() {
      this.set(await gauges.mailsWaiting())
    },
  })
  new Gauge({
    name: 'hooley_backup_age_seconds',
    help: 'Age of the last backup of npm run backup, or of the last archived segment; NaN: there is none',
    registers: [registry],
    async collect() {
      this.set(await gauges.backupAge())
    },
  })
  const stop = () => registry.clear()
  const counters = { bookings, staleAnswers, publicReads, connectionErrors, uncaughtErrors }
  const report = () => registry.metrics()
  return { registry, report, requests, countReady, ...counters, stop }
}

export function installMetrics(app: FastifyInstance, metrics: Metrics) {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { exposeHeadRoute: false }, async (_request, reply) =>
    reply
      .type(metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.report()),
  )
}
