// Sending one push message to one browser.
import { and, eq } from 'drizzle-orm'
import { DAY_SECONDS } from '../../../contract/durations.ts'
import { pushSubscriptions } from '../../db/schema/notices.ts'
import type { Deps } from '../../deps.ts'
import { GiveUp, type Job } from '../../jobs/job.ts'
import type { PushService } from '../../push/push-service.ts'
import { pushRequest, vapidOf } from '../../push/web-push.ts'
import { findSubscription } from './queries.ts'

interface Message {
  subscriptionId: number
  userId: number
  title: string
  body: string
  path: string
  tag: string
  until?: string
}

// A browser that was off for longer misses it; the email remains.
// Far below what a push service takes, whatever alphabet a title is written in.
const MAX_TEXT = 300

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…` : text)

/** The name of a push service may come to point elsewhere; trying again would only knock there again. */
const giveUpOnPrivate = (push: PushService): PushService => ({
  send: (message) =>
    push.send(message).catch((error: unknown) => {
      throw (error as { code?: string }).code === 'PRIVATE_ADDRESS' ? new GiveUp('PRIVATE_ADDRESS') : error
    }),
})

export async function sendPush(deps: Deps, { payload, lease }: Job): Promise<void> {
  const { db, push, clock } = deps
  const { subscriptionId, userId, title, body, path, tag, until } = payload as unknown as Message
  const now = clock()
  const secondsLeft = until ? Math.floor((Date.parse(until) - now.getTime()) / 1000) : DAY_SECONDS
  const subscription = await findSubscription(db, subscriptionId, userId)
  if (!subscription || secondsLeft <= 0) return
  const { endpoint } = subscription
  const text = JSON.stringify({ title: cut(title), body: cut(body), path, tag })
  const message = await pushRequest(vapidOf(deps), subscription, text, Math.min(secondsLeft, DAY_SECONDS))
  lease.check()
  const status = await giveUpOnPrivate(push).send({ ...message, signal: lease.signal })
  if (status >= 200 && status < 300) return
  // The browser is gone, or its owner has said no there.
  if (status === 404 || status === 410) {
    const isIt = and(eq(pushSubscriptions.id, subscriptionId), eq(pushSubscriptions.endpoint, endpoint))
    await db.delete(pushSubscriptions).where(isIt)
    return
  }
  if (status === 429 || status >= 500)
    throw Object.assign(new Error('The push service is busy.'), { code: `PUSH ${status}` })
  throw new GiveUp(`PUSH ${status}`)
}
