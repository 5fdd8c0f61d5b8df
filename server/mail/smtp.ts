import { createTransport } from 'nodemailer'
import type { MailTransport } from './mail.ts'
import { message } from './message.ts'

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
