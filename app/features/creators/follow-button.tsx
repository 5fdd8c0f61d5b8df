import type { Creator } from '../../../contract/creators.ts'
import { useSession } from '../../session/session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import style from './creator-head.module.css'
import { useFollow } from './use-follow.tsx'

/** The page is the same for everybody: whether somebody follows comes afterwards, and changes the words, not the size. */
export function FollowButton({ creator }: { creator: Pick<Creator, 'id' | 'name'> }) {
  const { user } = useSession()
  const { isFollowing, press } = useFollow(creator)
  if (user?.id === creator.id)
    return (
      <ButtonLink to="/account-details" look="outlined" className={style.follow}>
        Edit your page
      </ButtonLink>
    )
  return (
    <Button
      look={isFollowing ? 'outlined' : 'primary'}
      className={style.follow}
      aria-pressed={isFollowing}
      onClick={press}
    >
      {isFollowing ? 'Following' : 'Follow'}
    </Button>
  )
}
