import { sql } from 'drizzle-orm'
import { api } from '../../../contract/api.ts'
import { MINUTE } from '../../../contract/durations.ts'
import { isMine } from '../../access/personal-data.ts'
import { socialPosts as socialPostsTable } from '../../db/schema/social-posts.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { setPost } from './commands.ts'
import { postMail } from './emails.ts'
import { listPosts } from './queries.ts'
import { sendPostReminders } from './reminding.ts'

const socialPostRoutes = (deps: Deps): Binding[] => [
  bind(api.socialPosts.list, ({ params }) => listPosts(deps.db, params.eventId)),
  bind(api.socialPosts.set, ({ params, body }, user) =>
    setPost(deps, user, params.eventId, { network: params.network, ...body }),
  ),
]

export const socialPosts: Module = {
  routes: socialPostRoutes,
  mails: ({ publicUrl }) => ({
    'social-post': { render: postMail(publicUrl), priority: PRIORITY.soon, notice: 'post' },
  }),
  jobs: { 'remind-of-posts': { run: sendPostReminders } },
  schedule: { 'remind-of-posts': MINUTE },
  tables: [
    {
      table: socialPostsTable,
      of: isMine(socialPostsTable.userId),
      by: sql`${socialPostsTable.eventId} || ' ' || ${socialPostsTable.network}`,
      personal: ['text'],
      plain: ['network'],
      atDeletion: 'remove',
    },
  ],
}
