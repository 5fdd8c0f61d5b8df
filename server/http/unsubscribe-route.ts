// What the List-Unsubscribe header of our mails names (RFC 8058): a mail program's own button sends a POST here, without a
// session and as a form. A person who opens the address instead gets the page that asks first.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'

export interface UnsubscribeRouteOptions {
  beforeEach: (request: FastifyRequest) => Promise<void>
  /** Throws when the link is not valid. */
  unsubscribe: (token: string) => Promise<unknown>
}

const MAX_BODY = 2_048
// As a form of either kind. Scanners that try out addresses send anything else.
const ONE_CLICK = /\bList-Unsubscribe\b[\s\S]*\bOne-Click\b/

export function installUnsubscribeRoute(app: FastifyInstance, options: UnsubscribeRouteOptions) {
  return app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.get<{ Params: { token: string } }>('/unsubscribe/:token', { exposeHeadRoute: true }, (request, reply) =>
      reply
        .code(302)
        .headers({ location: `/links/${encodeURIComponent(request.params.token)}`, 'cache-control': 'no-store' })
        .send(),
    )
    scope.post<{ Params: { token: string }; Body: unknown }>('/unsubscribe/:token', async (request, reply) => {
      await options.beforeEach(request)
      if (typeof request.body !== 'string' || !ONE_CLICK.test(request.body))
        throw new AppError('bad_request', { message: 'Please send List-Unsubscribe=One-Click.' })
      await options.unsubscribe(request.params.token)
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
        .send('You will get no more mails of this sort.\n')
    })
    done()
  })
}
