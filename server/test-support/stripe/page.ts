// The page at Stripe on which a guest pays, as far as a journey needs one.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Session } from './wire-types.ts'

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (session: Session, note: string) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Stand-in for Stripe</title><h1>Ticket</h1><p>${session.amount_total} ${escape(session.currency ?? '')}</p><p role="status">${escape(note)}</p>
${['Pay', 'Decline', 'Pay later']
  .map(
    (label) =>
      `<form method="post" action="/c/pay/${session.id}/${label.replace(' ', '-')}"><button>${label}</button></form>`,
  )
  .join('')}<a href="${escape(session.cancel_url ?? '')}">Back</a></html>`

/** What the page needs of the stand-in. */
interface Till {
  sessions: Map<string, Session>
  expireOld: () => Promise<void>
  pay: (sessionId: string) => Promise<void>
  payLater: (sessionId: string) => Promise<void>
}

export async function hostedPage(stripe: Till, { url = '' }: IncomingMessage, response: ServerResponse) {
  const [, , , id = '', act] = url.split('/')
  const session = stripe.sessions.get(id)
  const html = (status: number, text: string) => response.writeHead(status, { 'content-type': 'text/html' }).end(text)
  if (!session) return html(404, 'No such page.')
  await stripe.expireOld()
  if (session.status !== 'open') return html(410, 'This page is no longer open.')
  if (act === 'Decline') return html(402, page(session, 'Your card was declined.'))
  if (!act) return html(200, page(session, ''))
  await (act === 'Pay' ? stripe.pay(id) : stripe.payLater(id))
  return response.writeHead(303, { location: session.success_url ?? '/' }).end()
}
