// /demo-till/{id}: anybody who knows the address may press, as at a card provider. Ids are drawn at random (payments/demo.ts).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../contract/errors.ts'
import type { Deps } from '../../deps.ts'
import { typefaceOf } from '../../http/typeface.ts'
import type { Site } from '../../module.ts'
import { DEMO_TILL, demoTillPath, findDemoCheckout, payDemoCheckout, type DemoCheckout } from '../../payments/demo.ts'
import { demoTillPage, demoTillPolicy, demoTillStyle } from './page.ts'

interface Asked {
  Params: { id: string }
  Querystring: Record<string, unknown>
}

const ID = /^demo_[\w-]{32}$/
// The buttons send an empty form.
const MOST_BODY = 1_024

/** Another site could only press for a guest whose secret address it knows; browsers say that it is another site. */
function requireOwnPage({ headers }: FastifyRequest) {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  const isOwn =
    site === undefined ? !origin || (URL.canParse(origin) && new URL(origin).host === host) : site === 'same-origin'
  if (!isOwn) throw new AppError('forbidden')
}

export function installDemoTill(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'clock' | 'limits'>,
  site: Pick<Site, 'buildDir'>,
) {
  const style = demoTillStyle(typefaceOf(site.buildDir))
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': demoTillPolicy(style),
    'cache-control': 'no-store',
    // Its address opens it. `no-referrer` would take the Origin from our own forms as well.
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  }

  async function getCheckout(request: FastifyRequest<Asked>): Promise<DemoCheckout> {
    await deps.limits.take('everythingElse', request.ip)
    const { id } = request.params
    const checkout = ID.test(id) ? await findDemoCheckout(deps, id) : null
    if (!checkout) throw new AppError('not_found')
    return checkout
  }

  const seeOther = (reply: FastifyReply, location: string) =>
    reply.code(303).headers({ location, 'cache-control': 'no-store' }).send()

  return app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BODY }, (_request, _body, parsed) =>
      parsed(null),
    )

    scope.get<Asked>(`${DEMO_TILL}/:id`, async (request, reply) => {
      const checkout = await getCheckout(request)
      const isDeclined = request.query.declined !== undefined
      return reply
        .code(checkout.state === 'expired' ? 410 : 200)
        .headers(headers)
        .send(demoTillPage(style, checkout, { isDeclined }))
    })

    // Pressed again, it leads to the same place: what is paid is paid once.
    scope.post<Asked>(`${DEMO_TILL}/:id/pay`, async (request, reply) => {
      requireOwnPage(request)
      const { id } = await getCheckout(request)
      const after = await payDemoCheckout(deps, id)
      return seeOther(reply, after?.state === 'paid' ? after.returnUrl : demoTillPath(id))
    })

    scope.post<Asked>(`${DEMO_TILL}/:id/decline`, async (request, reply) => {
      requireOwnPage(request)
      const { id, state } = await getCheckout(request)
      return seeOther(reply, state === 'open' ? `${demoTillPath(id)}?declined` : demoTillPath(id))
    })
    done()
  })
}
