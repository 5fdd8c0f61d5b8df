// Where the card provider sends its messages. They are checked and stored, and nothing else is done before the answer.
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../contract/errors.ts'
import type { Deps } from '../../deps.ts'
import { takeRawBodies } from '../../http/raw-body.ts'
import { receiveSignal } from './signals.ts'

export function installSignals(app: FastifyInstance, deps: Deps) {
  return app.register((scope, _options, done) => {
    takeRawBodies(scope)
    scope.post<{ Body: unknown }>('/api/payments/signals', async (request, reply) => {
      if (!deps.config.features.has('paid-events') || !deps.payments) throw new AppError('not_found')
      await deps.limits.take('everythingElse', request.ip)
      const { body } = request
      if (!Buffer.isBuffer(body) || !(await receiveSignal(deps, body, request.headers)))
        throw new AppError('bad_request')
      return reply.code(200).header('cache-control', 'no-store').send()
    })
    done()
  })
}
