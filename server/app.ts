// buildApp(deps): the whole server without a port, so that tests inject into it. Opens and orders; what belongs to the
// product comes with its module.
import { join } from 'node:path'
import Fastify, { LogController, type FastifyInstance, type RouteOptions } from 'fastify'
import { allEndpoints } from '../contract/api.ts'
import { AppError } from '../contract/errors.ts'
import type { ReadyBytes } from './cache/ready-bytes.ts'
import type { Deps } from './deps.ts'
import { CONNECTION_LIMITS, MAX_CONNECTIONS } from './edge/connections.ts'
import { openFrontDoor } from './edge/front-door.ts'
import type { Gate } from './edge/gate.ts'
import { requestTarget } from './edge/request-target.ts'
import { installApi } from './http/api.ts'
import { inProcessCallers, type Binding } from './http/bind.ts'
import { installEdge } from './http/edge.ts'
import { answerBrokenRequest, installErrorHandling, sendError } from './http/errors.ts'
import { installMetrics } from './http/metrics.ts'
import { installPages } from './http/pages.ts'
import { readingFromReplica } from './http/replica-reads.ts'
import { installRequestLog } from './http/request-log.ts'
import { installSecurityHeaders, securityHeaders, type PolicyOptions } from './http/security.ts'
import { createRenderer, pageSettings, type PageOptions, type Renderer } from './http/ssr.ts'
import { colourSheet } from './site/colours.ts'
import type { OwnSite } from './site/own-site.ts'
import { modules, userFinder } from './modules.ts'

export interface AppOptions {
  ready: ReadyBytes
  /** Where `npm run build` has put the pages; undefined: no pages, for tests of the API alone. */
  buildDir?: string
  gate?: Gate
  /** What the operator has put in place of ours. */
  ownSite?: OwnSite
  /** Each address that is answered: for the test that goes through them all. */
  onRoute?: (route: RouteOptions) => void
  /** Renders from source while developing. */
  createDevRenderer?: (app: FastifyInstance, options: PageOptions) => Promise<Renderer>
}

const JSON_LIMIT = 256 * 1024

function allBindings(deps: Deps): Binding[] {
  const bindings = readingFromReplica(deps, (deps) => modules.flatMap((module) => module.routes?.(deps) ?? []))
  const unbound = allEndpoints.find((endpoint) => !bindings.some((binding) => binding.endpoint === endpoint))
  if (unbound) throw new Error(`No route carries out ${unbound.method} ${unbound.path}.`)
  return bindings
}

export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const { config } = deps
  const isHttps = config.publicUrl.startsWith('https:')
  const policy: PolicyOptions = { isHttps, storageOrigins: deps.storage.origins, imageOrigins: config.imageOrigins }
  const always = securityHeaders({ isHttps })
  const { ready, gate, buildDir } = options
  const frontDoor = openFrontDoor({ gate, headers: always, ready, metrics: deps.metrics, log: deps.log })
  const app = Fastify({
    serverFactory: frontDoor.serverFactory,
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: config.trustProxy,
    bodyLimit: JSON_LIMIT,
    genReqId: () => crypto.randomUUID(),
    ...CONNECTION_LIMITS,
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '' }) => requestTarget(url),
    // Answered before any hook runs.
    frameworkErrors: (error, _request, reply) => void sendError(reply.headers(always), error),
    clientErrorHandler: answerBrokenRequest(always),
  }) as unknown as FastifyInstance

  if (options.onRoute) app.addHook('onRoute', options.onRoute)
  app.server.maxConnections = MAX_CONNECTIONS
  if (gate) gate.maxConnections = MAX_CONNECTIONS

  app.addHook('preClose', (done) => (frontDoor.close(), done()))
  installErrorHandling(app)
  installSecurityHeaders(app, always)
  installRequestLog(app)
  installMetrics(app, deps.metrics)
  app.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('not_found')))

  deps.changes.onChange((tags) => ready.invalidate(...tags))
  if (config.edgeCache) installEdge(app)

  const bindings = allBindings(deps)
  await installApi(app, deps, { bindings, findUser: userFinder(deps), ready, policy, gate })

  const pages: PageOptions = {
    openCaller: inProcessCallers(bindings, deps.log),
    report: (err) => deps.log.error({ err }, 'page not rendered'),
    settings: pageSettings(deps),
    policy,
    colours: options.ownSite?.colours && colourSheet(options.ownSite.colours),
  }
  for (const { http } of modules) await http?.(app, deps, { ready, headers: always, policy, pages, buildDir })

  const renderer = options.createDevRenderer
    ? await options.createDevRenderer(app, pages)
    : buildDir && (await createRenderer(buildDir, pages))
  if (renderer) {
    await installPages(app, renderer, {
      buildDir: buildDir ?? '',
      filesDir: options.createDevRenderer ? 'public' : join(buildDir ?? '', 'client'),
      publicUrl: config.publicUrl,
      keepsTickets: config.serviceWorker,
      ownSite: options.ownSite,
      ready,
      countMissing: (request) => deps.limits.take('everythingElse', request.ip),
    })
    if (renderer.addresses) frontDoor.servePages(renderer.addresses)
  }
  return app
}
