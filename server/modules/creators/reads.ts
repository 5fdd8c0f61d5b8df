// A creator's page.
import type { Creator } from '../../../contract/creators.ts'
import { AppError } from '../../../contract/errors.ts'
import { LIST } from '../../../contract/limits.ts'
import { COUNTS, creatorTag, eventTag, LISTS } from '../../cache/tags.ts'
import type { Deps } from '../../deps.ts'
import { isShowable } from '../../storage/picture.ts'
import { listEventPage } from '../events/module.ts'
import { findCreator } from './queries.ts'

// What is over is below what is to come; the rest of it has a page of its own.
const PAST = 6

export async function getCreator(deps: Deps, id: number): Promise<Creator> {
  const creator = await findCreator(deps.db, id)
  if (!creator) throw new AppError('creator_not_found')
  const { name, text, photo, email, profilePictureUrl: picture } = creator
  const ownPhoto = deps.config.features.has('profile-photo') ? photo : undefined
  const upcoming = await listEventPage(deps, { creator: id, when: 'upcoming', limit: LIST.pageSize })
  const past = await listEventPage(deps, { creator: id, when: 'past', limit: PAST })
  return {
    ...{ id, name, text, email },
    pictureUrl: ownPhoto ?? (picture && isShowable(picture, deps) ? picture : null),
    upcoming: upcoming.items,
    upcomingCursor: upcoming.next,
    past: past.items,
    pastCursor: past.next,
  }
}

/** Outdated by whatever changes a list, and withdrawn by what changes the creator or an event that it shows. */
export const creatorReads = {
  madeOf: ({ params: { creatorId } }: { params: { creatorId: number } }) => [creatorTag(creatorId), LISTS, COUNTS],
  holds: ({ upcoming, past }: Record<'upcoming' | 'past', { id: number }[]>) =>
    [...upcoming, ...past].map(({ id }) => eventTag(id)),
  notOnPages: [COUNTS],
}
