// /outbox: the emails that were written to a folder because no SMTP server is configured. For the person at this
// machine only: a reset link in the wrong hands is an account in the wrong hands.
import { SITE } from '../../contract/site.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/errors.ts'
import { isOnLoopback, outboxFolder, type Config } from '../config.ts'
import { isFromThisMachine } from '../http/this-machine.ts'
import type { Module } from '../module.ts'
import { findKeptMail, listKeptMails, type KeptMail } from './folder-outbox.ts'
import { escapeHtml } from './layout.ts'

const MOST = 200

/**
 * A proxy that says nothing of itself looks like a browser on this machine. An operator who has one has said so by
 * PUBLIC_URL or TRUST_PROXY, and then there is no such page.
 */
const hasOutboxPage = (config: Pick<Config, 'smtpUrl' | 'publicUrl' | 'trustProxy'>) =>
  !config.smtpUrl && config.trustProxy === false && isOnLoopback(config)

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--line:light-dark(#e7dfd2,#2a3048);--quiet:light-dark(#5d6070,#a3a8bc)}
body{max-width:800px;margin:0 auto;padding:24px 16px 64px;background:light-dark(#fbf6ee,#0e1220);color:light-dark(#1a1d29,#f4efe6)}
a{color:light-dark(#c23319,#ff7d62)}ul{padding:0;list-style:none}li{border-top:1px solid var(--line)}
li a{display:block;padding:14px 0;color:inherit;text-decoration:none}li a:hover strong{text-decoration:underline}
strong{display:block;font-size:18px}.quiet,dt{color:var(--quiet)}dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px}dd{margin:0}
iframe{width:100%;height:640px;border:1px solid var(--line);border-radius:16px;background:#fbf6ee}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:16px;border:1px solid var(--line);border-radius:16px}`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`

const when = (iso: string) => escapeHtml(iso.slice(0, 19).replace('T', ' ')) + ' UTC'

const listPage = (mails: KeptMail[]) =>
  page(
    `Outbox · ${SITE.name}`,
    `<h1>Outbox</h1><p class="quiet">No SMTP server is configured, so emails are kept here. Only this machine can read them.</p>
${mails.length === 0 ? '<p>No emails yet.</p>' : ''}<ul>${mails
      .map(
        ({ name, subject, to, sentAt }) =>
          `<li><a href="/outbox/${encodeURIComponent(name)}"><strong>${escapeHtml(subject)}</strong><span class="quiet">${escapeHtml(to)} · ${when(sentAt)}</span></a></li>`,
      )
      .join('')}</ul>`,
  )

/** In the text every web address is a link; the whole text is escaped first. */
const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<>]+/g, (address) => `<a href="${address}">${address}</a>`)

const mailPage = (mail: KeptMail) =>
  page(
    `${mail.subject} · Outbox`,
    `<p><a href="/outbox">Outbox</a></p><h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Sent</dt><dd>${when(mail.sentAt)}</dd>
${mail.attachments.map((file) => `<dt>Attached</dt><dd>${escapeHtml(file)}</dd>`).join('')}</dl>
<h2>As HTML</h2><iframe title="The email as HTML" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(mail.html.replace('<head>', '<head><base target="_top">'))}"></iframe>
<h2>As text</h2><pre>${linked(mail.text)}</pre>`,
  )

// The email's own inline styles are what an email is made of; scripts have no way in, neither here nor in its frame.
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const send = (reply: FastifyReply, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
    .send(html)

function installOutboxPage(app: FastifyInstance, config: Config) {
  if (!hasOutboxPage(config)) return
  const folder = outboxFolder(config)
  const requireThisMachine = (request: FastifyRequest) => {
    if (!isFromThisMachine(request, config.port)) throw new AppError('not_found')
  }
  app.get('/outbox', async (request, reply) => {
    requireThisMachine(request)
    return send(reply, listPage(await listKeptMails(folder, MOST)))
  })
  app.get<{ Params: { name: string } }>('/outbox/:name', async (request, reply) => {
    requireThisMachine(request)
    const mail = await findKeptMail(folder, request.params.name)
    if (!mail) throw new AppError('not_found')
    return send(reply, mailPage(mail))
  })
}

export const outbox: Module = { http: (app, { config }) => installOutboxPage(app, config) }
