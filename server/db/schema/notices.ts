import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, createdAt } from './columns.ts'
import { users } from './users.ts'

/** What somebody has switched; a notice without a row is as it is by default. */
export const noticeSettings = pgTable(
  'notice_settings',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** One of contract/notices.ts. */
    notice: text().notNull(),
    mail: boolean().notNull(),
    push: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.notice] })],
)

/** A browser that agreed to push. Its keys encrypt what is sent, so that the push service cannot read it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('push_subscriptions_user').on(t.userId, t.id)],
)
