import type { Db } from '../db/client.ts'
import type { MailRow, MailToAdd } from './mail.ts'

export type Decision =
  /** `withoutWords`: with nothing that anybody else wrote. */
  | { is: 'now'; withoutWords?: boolean }
  | { is: 'later'; seconds: number }
  /** Nobody is there to read it. */
  | { is: 'never' }
  /** Into an email that gathers several; with a dedupeKey and a sendAt there is one for all of them. */
  | { is: 'fold'; into: MailToAdd }

export type Rule = (db: Db, row: MailRow) => Promise<Decision>
