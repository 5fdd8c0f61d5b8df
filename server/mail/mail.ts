import type { Db } from '../db/client.ts'

export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  attachments?: { filename: string; content: string | Buffer; contentType: string; cid?: string }[]
}

/** The row that asked for the mail. */
export interface MailRow {
  id: number
  kind: string
  userId: number
  ticketId: number | null
  payload: Record<string, unknown>
}

/** Turns a row into a mail; null when it has become pointless (the account is gone, the link has expired). */
export type MailRenderer = (db: Db, row: MailRow) => Promise<Mail | null>

export interface MailTransport {
  send(mail: Mail, messageId: string): Promise<void>
  close(): void
}
