import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail, MailTransport } from './mail.ts'

const message = (mail: Mail, from: string, messageId: string) => ({
  from,
  to: mail.to,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  messageId,
  attachments: mail.attachments,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

export function smtpTransport(url: string, from: string): MailTransport {
  // The time limits keep a silent server from holding a mail.
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })
  return {
    async send(mail, messageId) {
      await transport.sendMail(message(mail, from, messageId))
    },
    close: () => transport.close(),
  }
}

/** With nothing configured: one .eml file a mail, readable at /outbox. */
export function folderTransport(folder: string, from: string): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(mail, messageId) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message: bytes } = await transport.sendMail(message(mail, from, messageId))
      // Named by the mail's own id: a repeated send after a crash replaces the file instead of doubling it.
      const file = join(folder, `${messageId.replace(/[^\w.-]/g, '_')}.eml`)
      const half = `${file}.${randomUUID()}.part`
      await writeFile(half, bytes as Buffer, { mode: 0o600 })
      await rename(half, file)
    },
    close: () => transport.close(),
  }
}
