import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/api.ts'
import { AppError } from '../../contract/errors.ts'
import type { ReadyBytes } from '../cache/ready-bytes.ts'
import type { Deps } from '../deps.ts'
import { isProbe, type Gate } from '../edge/gate.ts'
import { registerBindings, type Binding, type BindOptions } from './bind.ts'
import { BUILD } from '../runtime/build.ts'
import { docsPage, DOCS_STYLE, openApiDocument } from './openapi.ts'
import { pagePolicy, sha256, type PolicyOptions } from './security.ts'

interface ApiOptions {
  bindings: Binding[]
  findUser: BindOptions['findUser']
  ready: ReadyBytes
  policy: PolicyOptions
  gate?: Gate
}

/** Every call under /api, its documents, and what balancers ask. */
export function installApi(app: FastifyInstance, deps: Deps, { bindings, findUser, ready, policy, gate }: ApiOptions) {
  const docsPolicy = pagePolicy(policy, { scripts: [], styles: [sha256(DOCS_STYLE)] })
  return app.register(
    (scope, _options, done) => {
      // Unknown calls are counted too; a balancer's questions are not.
      scope.addHook('onRequest', async ({ ip, url, routeOptions }) => {
        const { countsItself } = routeOptions.config as { countsItself?: boolean }
        if (!isProbe(url) && !countsItself) await deps.limits.take('everythingElse', ip)
      })
      registerBindings(scope, bindings, {
        db: deps.db,
        ready,
        features: deps.config.features,
        clock: deps.clock,
        port: deps.config.port,
        findUser,
      })
      // Made when they are first asked for: at the start they would cost a tenth of it.
      scope.get('/openapi.json', () => openApiDocument(api, deps.config.publicUrl))
      scope.get('/docs', (_request, reply) =>
        reply.type('text/html; charset=utf-8').header('content-security-policy', docsPolicy).send(docsPage(api)),
      )
      scope.get('/health', () => ({ status: 'ok', ...BUILD }))
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
