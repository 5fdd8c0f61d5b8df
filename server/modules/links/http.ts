// What the List-Unsubscribe header of our emails names (RFC 8058): a mail program's own button sends a POST here, without a
// session and as a form. A person who opens the address instead gets the page that asks first.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import { isLinkToken } from '../../access/mail-links.ts'
import { retryWhileAway } from '../../db/retry-while-away.ts'
import type { Deps } from '../../deps.ts'
import { batchedLookup, hashToken, isRepeatable, tokenOf, type SessionUser } from '../../http/session.ts'
import { findKeyUser, isApiKey } from '../api-keys/module.ts'
import { createSessionExtender, findSessions } from '../auth/module.ts'
import { switchByLink } from './commands.ts'
import { findLinkUser } from './queries.ts'

const MAX_BODY = 2_048
// As a form of either kind. Scanners that try out addresses send anything else.
const ONE_CLICK = /\bList-Unsubscribe\b[\s\S]*\bOne-Click\b/

export function installUnsubscribe(app: FastifyInstance, deps: Deps) {
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
      await deps.limits.take('everythingElse', request.ip)
      if (typeof request.body !== 'string' || !ONE_CLICK.test(request.body))
        throw new AppError('bad_request', { message: 'Please send List-Unsubscribe=One-Click.' })
      await switchByLink(deps, request.params.token, { isUnsubscribed: true })
      return reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-store')
        .send('You won’t get these emails any more.\n')
    })
    done()
  })
}

/** Who asks: by a session's token, by a key, or by the token of an email's link where the call takes one. */
export function userFinder(deps: Deps) {
  const { db, clock, log } = deps
  const extend = createSessionExtender(db, log)
  const find = batchedLookup((hashes) => findSessions(db, hashes, clock(), extend))
  return async (request: FastifyRequest, endpoint: AnyEndpoint): Promise<SessionUser | null> => {
    const token = tokenOf(request)
    if (!token) return null
    const isPatient = isRepeatable(request)
    if (isApiKey(token)) return retryWhileAway(isPatient, () => findKeyUser(deps, token, endpoint, request.params))
    if (!isLinkToken(token)) return find(hashToken(token), isPatient)
    return retryWhileAway(isPatient, () => findLinkUser(deps, token, endpoint, request.params))
  }
}
