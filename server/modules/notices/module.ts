import { api } from '../../../contract/api.ts'
import { removed } from '../../access/personal-data.ts'
import { mailRefusals } from '../../db/schema/mail-refusals.ts'
import { noticeSettings, pushSubscriptions } from '../../db/schema/notices.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import type { Module } from '../../module.ts'
import { setNotices, subscribe, unsubscribe } from './commands.ts'
import { sendPush } from './push.ts'
import { getNotices } from './queries.ts'

const noticeRoutes = (deps: Deps): Binding[] => [
  bind(api.notices.get, (_input, user) => getNotices(deps, user.id)),
  bind(api.notices.set, ({ body }, user) => setNotices(deps, user, body.notices)),
  bind(api.notices.subscribe, ({ body }, user) => subscribe(deps, user, body)),
  bind(api.notices.unsubscribe, ({ query }, user) => unsubscribe(deps, user, query.endpoint)),
]

export const notices: Module = {
  routes: noticeRoutes,
  // Separate slots: a push service that hangs holds up nothing else.
  jobs: { push: { run: sendPush, slots: 4 } },
  tables: [
    removed(noticeSettings, noticeSettings.userId, noticeSettings.notice, { plain: ['notice'] }),
    removed(pushSubscriptions, pushSubscriptions.userId, pushSubscriptions.id, {
      personal: ['endpoint'],
      secret: ['p256dh', 'auth'],
    }),
    // Which address wants no emails: a keyed hash that leads back to none, and about no account.
    { table: mailRefusals, plain: ['addressHash'] },
  ],
}
