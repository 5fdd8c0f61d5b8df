import { useSession } from '../../session/session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import style from './creator-head.module.css'
import { useFollow, type Followable } from './use-follow.tsx'

/** The page is the same for everybody: whether somebody follows comes afterwards, and changes the words, not the size. */
export function FollowButton({ what }: { what: Followable }) {
  const { user } = useSession()
  const { isFollowing, press } = useFollow(what)
  if (user?.id === what.creatorId && what.kind === 'creator')
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
