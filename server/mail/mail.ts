import type { Notice } from '../../contract/notices.ts'
import type { Db } from '../db/client.ts'
import type { WorkRow } from '../jobs/job.ts'
import type { Attachment, Letter } from './letter.ts'

/** A letter as it is sent. */
export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  replyTo?: string
  /** Ends emails of this sort by one POST (RFC 8058). */
  unsubscribeUrl?: string
  attachments?: Attachment[]
}

export interface MailToAdd {
  kind: string
  /** Null: to somebody without an account; the payload says where to. */
  userId: number | null
  ticketId?: number
  payload?: Record<string, unknown>
  sendAt?: Date
  /** While one with this key waits, another one is not added. */
  dedupeKey?: string
}

/** The row that asked for the email. */
export interface MailRow extends Pick<WorkRow, 'id' | 'kind' | 'payload'> {
  /** Null: to somebody without an account. */
  userId: number | null
  ticketId: number | null
}

export type ClaimedMail = MailRow & WorkRow

export interface RenderedRow extends MailRow {
  /** When it is written: a renderer has no other clock. */
  now: Date
}

/** Turns a row into a letter; null when it has become pointless (the account is gone, the link has expired). */
export type MailRenderer = (db: Db, row: RenderedRow) => Promise<Letter | null>

export interface MailKind {
  render: MailRenderer
  /** One of server/jobs/priority.ts. */
  priority: number
  /** Sent only to those who want it, with a link that ends it (server/notices/unsubscribe.ts). */
  notice?: Notice
  /** Goes to an address that somebody typed in, who need not be its owner (server/notices/refusals.ts). */
  toUnverifiedAddress?: true | 'without a link'
}

export interface MailTransport {
  /** Throws GiveUp when trying again would not help. */
  send(mail: Mail, messageId: string): Promise<void>
  close(): void
}
