// A creator's page.
import type { Creator, Followed } from '../../../contract/creators.ts'
import { AppError } from '../../../contract/errors.ts'
import { LIST } from '../../../contract/limits.ts'
import { COUNTS, creatorTag, eventTag, LISTS } from '../../cache/tags.ts'
import type { Deps } from '../../deps.ts'
import { isShowable } from '../../storage/picture.ts'
import { listEventPage } from '../events/module.ts'
import { findCreator, type CreatorRow } from '../users/queries.ts'
import { findFollowed } from './queries.ts'

// What is over is below what is to come; the rest of it has a separate page.
const PAST = 6

function pictureOf({ photo, profilePictureUrl }: Pick<CreatorRow, 'photo' | 'profilePictureUrl'>, deps: Deps) {
  const ownPhoto = deps.config.features.has('profile-photo') ? photo : undefined
  return ownPhoto ?? (profilePictureUrl && isShowable(profilePictureUrl, deps) ? profilePictureUrl : null)
}

export async function getCreator(deps: Deps, id: number): Promise<Creator> {
  const creator = await findCreator(deps.db, id)
  if (!creator) throw new AppError('creator_not_found')
  const { name, text } = creator
  // Somebody who cannot switch it off is not shown.
  const email = deps.config.features.has('settings') ? creator.email : undefined
  const upcoming = await listEventPage(deps, { creator: id, when: 'upcoming', series: 'once', limit: LIST.pageSize })
  const past = await listEventPage(deps, { creator: id, when: 'past', series: 'once', limit: PAST })
  return {
    id,
    name,
    text,
    email,
    pictureUrl: pictureOf(creator, deps),
    upcoming: upcoming.items,
    upcomingCursor: upcoming.next,
    past: past.items,
    pastCursor: past.next,
  }
}

export async function listFollowed(deps: Deps, user: { id: number }): Promise<Followed[]> {
  const rows = await findFollowed(deps.db, user.id)
  return rows.map((row) => ({ id: row.id, name: row.name, pictureUrl: pictureOf(row, deps), hasPage: row.hasPage }))
}

/** Outdated by whatever changes a list, and withdrawn by what changes the creator or an event that it shows. */
export const creatorReads = {
  madeOf: ({ params: { creatorId } }: { params: { creatorId: number } }) => [creatorTag(creatorId), LISTS, COUNTS],
  holds: ({ upcoming, past }: Record<'upcoming' | 'past', { id: number }[]>) =>
    [...upcoming, ...past].map(({ id }) => eventTag(id)),
  notOnPages: [COUNTS],
}
