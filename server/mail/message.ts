import type { Mail } from './mail.ts'

/** What nodemailer takes. */
export const message = (mail: Mail, from: string, messageId: string) => ({
  from,
  to: mail.to,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  messageId,
  attachments: mail.attachments,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
