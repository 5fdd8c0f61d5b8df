import { api } from '../../../contract/api.ts'
import { AppError } from '../../../contract/errors.ts'
import { removed } from '../../access/personal-data.ts'
import { favourites as favouritesTable } from '../../db/schema/favourites.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { PRIORITY } from '../../jobs/priority.ts'
import type { Module } from '../../module.ts'
import { adoptEvents, removeEvent, saveEvent } from './commands.ts'
import { fewLeftMail } from './emails.ts'
import { FEW_LEFT_MAIL, notifyFewLeft } from './few-left.ts'
import { hasSaved, listSaved, listSavedIds } from './queries.ts'

const favouriteRoutes = (deps: Deps): Binding[] => [
  bind(api.favourites.list, (_input, user) => listSaved(deps, user.id)),
  bind(api.favourites.ids, (_input, user) => listSavedIds(deps.db, user.id)),
  bind(api.favourites.isSaved, async ({ params }, user) => {
    if (!(await hasSaved(deps.db, user.id, params.eventId))) throw new AppError('not_saved')
    return null
  }),
  bind(api.favourites.save, ({ params }, user) => saveEvent(deps, user, params.eventId)),
  bind(api.favourites.remove, ({ params }, user) => removeEvent(deps, user, params.eventId)),
  bind(api.favourites.adopt, ({ body }, user) => adoptEvents(deps, user, body.eventIds)),
]

export const favourites: Module = {
  routes: favouriteRoutes,
  mails: ({ publicUrl }) => ({
    [FEW_LEFT_MAIL]: { render: fewLeftMail(publicUrl), priority: PRIORITY.soon, notice: 'saved' },
  }),
  jobs: { 'tell-few-left': { run: notifyFewLeft } },
  tables: [removed(favouritesTable, favouritesTable.userId, favouritesTable.eventId)],
}
