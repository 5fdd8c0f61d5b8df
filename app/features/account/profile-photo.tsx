import type { Profile } from '../../../contract/users.ts'
import { Button } from '../../ui/button.tsx'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import { UploadIcon } from '../../ui/icons.tsx'
import style from './form.module.css'

export const ProfilePhoto = ({ user }: { user: Profile }) => (
  <div className={style.photo}>
    {user.profilePictureUrl ? (
      <img className={style.face} src={user.profilePictureUrl} alt="Profile picture" width="72" height="72" />
    ) : (
      <span className={style.face} role="img" aria-label="Profile picture">
        {user.firstName.slice(0, 1).toUpperCase()}
      </span>
    )}
    <Button look="outlined" disabled>
      <UploadIcon />
      Upload Photo
    </Button>
    <ComingSoonBadge />
  </div>
)
