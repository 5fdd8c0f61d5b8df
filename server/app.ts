// buildApp(deps): the whole server without a port, so that tests inject into it.
import { join } from 'node:path'
import Fastify, { LogController, type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify'
import { allEndpoints, api } from '../contract/api.ts'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { AppError } from '../contract/errors.ts'
import { shareCardPath } from '../contract/share-card.ts'
import { isLinkToken } from './access/mail-links.ts'
import { openCardDrawer } from './cards/drawer.ts'
import { cardWords } from './cards/words.ts'
import { outlast } from './db/outlast.ts'
import type { Deps } from './deps.ts'
import { framePolicy } from './embeds/frame-page.ts'
import { brokenFrame } from './embeds/event-frame.ts'
import { framersOf } from './embeds/framer.ts'
import { inProcessCallers, registerBindings, type Binding } from './http/bind.ts'
import { CONNECTION_LIMITS, MAX_CONNECTIONS } from './edge/connections.ts'
import { answerBrokenRequest, installErrorHandling, sendError } from './http/errors.ts'
import { openFrontDoor } from './edge/front-door.ts'
import { requestTarget } from './edge/request-target.ts'
import { isProbe, type Gate } from './edge/gate.ts'
import { installServiceWorker } from './http/service-worker.ts'
import { installSitemap } from './http/sitemap.ts'
import { installMetrics } from './http/metrics.ts'
import { docsPage, DOCS_STYLE, openApiDocument } from './http/openapi.ts'
import { hasOutboxPage, installOutboxPage } from './http/outbox-page.ts'
import { installDoorPage } from './http/door-page.ts'
import { installEdge } from './http/edge.ts'
import { installEmbeds } from './http/embed-pages.ts'
import { installDownloadRoute } from './http/download-route.ts'
import { installDrawnPictures } from './http/drawn-pictures.ts'
import { installFeeds } from './http/feeds.ts'
import { installPages } from './http/pages.ts'
import { publicly, readingFromReplica } from './http/replica-reads.ts'
import type { ReadyBytes } from './cache/ready-bytes.ts'
import { installRequestLog } from './http/request-log.ts'
import { installUnsubscribeRoute } from './http/unsubscribe-route.ts'
import { installUploadRoute } from './http/upload-route.ts'
import { installSecurityHeaders, pagePolicy, securityHeaders, sha256, type PolicyOptions } from './http/security.ts'
import { installUploads } from './http/pictures.ts'
import { batchedLookup, hashToken, isRepeatable, tokenOf, type SessionUser } from './http/session.ts'
import { createRenderer, type PageOptions, type Renderer } from './http/ssr.ts'
import { openExport } from './modules/account/download.ts'
import { createSessionExtender, findSessions } from './modules/auth/sessions.ts'
import { cardPicture, getSharedCard } from './modules/events/share-card.ts'
import { countSitemapParts, listSitemapPart } from './modules/events/sitemap.ts'
import { bookingsFeed, creatorFeed, eventsFeed, feedQuestion } from './modules/feeds/module.ts'
import { switchByLink } from './modules/links/commands.ts'
import { findLinkUser } from './modules/links/queries.ts'
import { storeUpload } from './modules/storage/store.ts'
import { modules } from './modules.ts'
import { drawPoster } from './posters/draw.ts'
import { createDrawnPictures } from './posters/drawn-pictures.ts'
import { HIDDEN_PAGES, PUBLIC_PAGES } from './site-pages.ts'

export interface AppOptions {
  ready: ReadyBytes
  /** Where `npm run build` has put the pages; undefined: no pages, for tests of the API alone. */
  buildDir?: string
  gate?: Gate
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

export function userFinder(deps: Deps) {
  const { db, clock, log } = deps
  const extend = createSessionExtender(db, log)
  const find = batchedLookup((hashes) => findSessions(db, hashes, clock(), extend))
  return async (request: FastifyRequest, endpoint: AnyEndpoint): Promise<SessionUser | null> => {
    const token = tokenOf(request)
    if (!token) return null
    const isPatient = isRepeatable(request)
    if (!isLinkToken(token)) return find(hashToken(token), isPatient)
    return outlast(isPatient, () => findLinkUser(deps, token, endpoint, request.params))
  }
}

interface ApiOptions {
  bindings: Binding[]
  ready: ReadyBytes
  policy: PolicyOptions
  gate?: Gate
}

function installApi(app: FastifyInstance, deps: Deps, { bindings, ready, policy, gate }: ApiOptions) {
  const document = openApiDocument(api, deps.config.publicUrl)
  const docs = docsPage(api)
  const docsPolicy = pagePolicy(policy, { scripts: [], styles: [sha256(DOCS_STYLE)] })
  return app.register(
    (scope, _options, done) => {
      // Unknown calls are counted too; a balancer's questions are not.
      scope.addHook('onRequest', async ({ ip, url, routeOptions }) => {
        const { countsItself } = routeOptions.config as { countsItself?: boolean }
        if (!isProbe(url) && !countsItself) await deps.limits.take('everythingElse', ip)
      })
      registerBindings(scope, bindings, {
        ready,
        features: deps.config.features,
        clock: deps.clock,
        port: deps.config.port,
        findUser: userFinder(deps),
      })
      scope.get('/openapi.json', () => document)
      scope.get('/docs', (_request, reply) =>
        reply.type('text/html; charset=utf-8').header('content-security-policy', docsPolicy).send(docs),
      )
      scope.get('/health', () => ({ status: 'ok' }))
      // For a balancer: pages are served while the database is away, so only an instance that is stopping says no.
      scope.get('/ready', () => {
        if (gate?.isDraining) throw new AppError('unavailable', { retryAfterSeconds: 1 })
        return { status: 'ok' }
      })
      // For those who watch: would a booking be committed now?
      scope.get('/ready/write', async () => {
        if (!(await deps.isWritable())) throw new AppError('unavailable', { retryAfterSeconds: 2 })
        return { status: 'ok' }
      })
      const notFound = () => {
        throw new AppError('not_found')
      }
      scope.all('/*', notFound)
      scope.all('/', notFound)
      done()
    },
    { prefix: '/api' },
  )
}

function installDrawings(app: FastifyInstance, deps: Deps) {
  const posters = createDrawnPictures()
  const cards = createDrawnPictures({ maxBytes: 24_000_000, maxWaiting: 60 })
  const drawer = openCardDrawer({ log: deps.log, folder: join(deps.config.dataDir, 'card-fonts') })
  app.addHook('onClose', (_app, done) => {
    drawer.close()
    done()
  })
  const allow = (ip: string) => () => deps.limits.take('drawing', ip)
  installDrawnPictures(app, {
    drawPoster: ({ ip }, seed, width) =>
      posters.obtain(`${seed} ${width}`, ip, allow(ip), () => drawPoster(seed, width)),
    // Only what exists is ever drawn: an address that is not the event's own is sent on to that.
    findCard: async ({ ip, url }, eventId) => {
      await deps.limits.take('everythingElse', ip)
      const { event, row } = await publicly(deps, (deps) => getSharedCard(deps, eventId))
      const path = shareCardPath(event)
      if (url.split('?')[0] !== path) return { movedTo: path }
      const draw = async () => drawer.draw({ words: cardWords(event), picture: await cardPicture(deps, row) })
      return { bytes: await cards.obtain(path, ip, allow(ip), draw) }
    },
  })
}

export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const { config } = deps
  const isHttps = config.publicUrl.startsWith('https:')
  const policy: PolicyOptions = { isHttps, storageOrigins: deps.storage.origins, imageOrigins: config.imageOrigins }
  const always = securityHeaders({ isHttps })
  const frontDoor = openFrontDoor({
    gate: options.gate,
    headers: always,
    ready: options.ready,
    metrics: deps.metrics,
    log: deps.log,
  })
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
  if (options.gate) options.gate.maxConnections = MAX_CONNECTIONS

  app.addHook('preClose', (done) => {
    frontDoor.close()
    done()
  })
  installErrorHandling(app)
  installSecurityHeaders(app, always)
  installRequestLog(app)
  installMetrics(app, deps.metrics)
  app.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('not_found')))

  deps.changes.onChange((tags) => options.ready.invalidate(...tags))
  if (config.edgeCache) installEdge(app)

  const bindings = allBindings(deps)
  await installApi(app, deps, { bindings, ready: options.ready, policy, gate: options.gate })

  if (hasOutboxPage(config)) installOutboxPage(app, config)

  installUploads(app, deps)
  installDrawings(app, deps)
  installSitemap(app, {
    publicUrl: config.publicUrl,
    pages: PUBLIC_PAGES,
    hidden: HIDDEN_PAGES,
    countParts: (partSize) => countSitemapParts(deps.db, partSize),
    listPart: (part, partSize) => listSitemapPart(deps.db, part, partSize),
    headers: always,
    countWork: (request) => deps.limits.take('everythingElse', request.ip),
    onChange: (listener) => deps.changes.onChange(listener),
    isListening: () => deps.changes.isListening,
  })
  installFeeds(app, {
    ready: options.ready,
    questionOf: feedQuestion,
    ofEvents: (format, query, question) => publicly(deps, (deps) => eventsFeed(deps, format, query, question)),
    ofCreator: (format, creatorId) => publicly(deps, (deps) => creatorFeed(deps, format, creatorId)),
    ofBookings: (secret) => bookingsFeed(deps, secret),
    countWork: (request) => deps.limits.take('everythingElse', request.ip),
  })
  await installUploadRoute(app, deps.storage, {
    beforeEach: (request) => deps.limits.take('everythingElse', request.ip),
    store: (grant, body) => storeUpload(deps, grant.key, body),
  })

  await installUnsubscribeRoute(app, {
    beforeEach: (request) => deps.limits.take('everythingElse', request.ip),
    unsubscribe: (token) => switchByLink(deps, token, { isUnsubscribed: true }),
  })

  installDownloadRoute(app, {
    beforeEach: (request) => deps.limits.take('everythingElse', request.ip),
    open: (token) => openExport(deps, token),
  })

  const pageOptions: PageOptions = {
    openCaller: inProcessCallers(bindings, deps.log),
    report: (err) => deps.log.error({ err }, 'page not rendered'),
    settings: {
      features: [...config.features],
      imageBase: deps.storage.publicBase,
      publicUrl: config.publicUrl,
      keepsTickets: config.serviceWorker,
    },
    policy,
  }
  if (config.features.has('sharing')) {
    const { openCaller, settings } = pageOptions
    installEmbeds(app, {
      ready: options.ready,
      policy: framePolicy(policy),
      framers: framersOf({ openCaller, settings, clock: deps.clock }),
      brokenFrame: brokenFrame(config.publicUrl),
      countMissing: (request) => deps.limits.take('everythingElse', request.ip),
    })
  }
  const renderer = options.createDevRenderer
    ? await options.createDevRenderer(app, pageOptions)
    : options.buildDir && (await createRenderer(options.buildDir, pageOptions))
  if (options.buildDir) installDoorPage(app, options.buildDir)
  if (renderer) {
    installServiceWorker(app, { buildDir: options.buildDir ?? '', isOn: config.serviceWorker })
    await installPages(app, renderer, {
      buildDir: options.buildDir ?? '',
      publicUrl: config.publicUrl,
      ready: options.ready,
      countMissing: (request) => deps.limits.take('everythingElse', request.ip),
    })
    if (renderer.addresses) frontDoor.servePages(renderer.addresses)
  }
  return app
}
