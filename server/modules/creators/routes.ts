import { api } from '../../../contract/api.ts'
import type { Deps } from '../../deps.ts'
import { bind, type Binding } from '../../http/bind.ts'
import { followCreator, unfollowCreator } from './commands.ts'
import { isFollowing } from './queries.ts'
import { creatorReads, getCreator, listFollowed } from './reads.ts'

export const creatorRoutes = (deps: Deps): Binding[] => [
  bind(api.creators.get, ({ params }) => getCreator(deps, params.creatorId), creatorReads),
  bind(api.creators.listFollowed, (_input, user) => listFollowed(deps, user)),
  bind(api.creators.getFollow, async ({ params }, user) => ({
    isFollowing: await isFollowing(deps.db, user.id, params.creatorId),
  })),
  bind(api.creators.follow, ({ params }, user) => followCreator(deps, user, params.creatorId)),
  bind(api.creators.unfollow, ({ params }, user) => unfollowCreator(deps, user, params.creatorId)),
]
