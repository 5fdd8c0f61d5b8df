import type { Mail } from './mail.ts'

/** 'Name <name@example.org>' or the bare address. */
export const addressOf = (sender: string) => /<([^<>]+)>/.exec(sender)?.[1] ?? sender.trim()

/** Email programs show a button for it; a press sends the second header's value to the first one's address. */
const unsubscribeHeaders = ({ unsubscribeUrl }: Mail): Record<string, string> =>
  unsubscribeUrl
    ? { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}

/** What nodemailer takes. */
export const message = (mail: Mail, from: string, messageId: string) => ({
  from,
  to: mail.to,
  replyTo: mail.replyTo,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  messageId,
  attachments: mail.attachments,
  headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
})
