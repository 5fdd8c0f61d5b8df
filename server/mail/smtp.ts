import { createTransport } from 'nodemailer'
import { GiveUp } from '../jobs/job.ts'
import type { MailTransport } from './mail.ts'
import { MAIL_SLOTS } from './mails.ts'
import { message } from './message.ts'

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
}

/**
 * Refused for good: this recipient or this text. What is wrong with the sender, the login or the connection concerns every
 * email, and is waited for until somebody has mended it. 552 is a full mailbox or a quota: both pass.
 */
function isFinal({ command, responseCode = 0 }: SmtpError): boolean {
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutThisMail && responseCode >= 500 && responseCode <= 599 && responseCode !== 552
}

export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAIL_SLOTS,
    // A connection that broke in the middle may have delivered the email: whether it is sent again is decided by the queue.
    maxRequeues: 0,
    // The time limits keep a silent server from holding an email.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async send(mail, messageId) {
      try {
        await transport.sendMail(message(mail, from, messageId))
      } catch (error) {
        const { code = 'SMTP', responseCode } = error as SmtpError
        if (isFinal(error as SmtpError)) throw new GiveUp(`${code} ${responseCode}`)
        throw error
      }
    },
    close: () => transport.close(),
  }
}
