import { useState } from 'react'
import type { Profile } from '../../../contract/users.ts'
import { Button } from '../../ui/button.tsx'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import { UploadIcon } from '../../ui/icons.tsx'
import style from './soon.module.css'

function Face({ user }: { user: Profile }) {
  // A picture at another site is shown only when the server allows that site (IMAGE_ORIGINS).
  const [isMissing, setMissing] = useState(false)
  return user.profilePictureUrl && !isMissing ? (
    <img
      className={style.face}
      src={user.profilePictureUrl}
      alt="Profile picture"
      width="72"
      height="72"
      onError={() => setMissing(true)}
    />
  ) : (
    <span className={style.face} role="img" aria-label="Profile picture">
      {user.firstName.slice(0, 1).toUpperCase()}
    </span>
  )
}

export const PhotoSoon = ({ user }: { user: Profile }) => (
  <div className={style.photo}>
    <Face user={user} />
    <Button look="outlined" disabled>
      <UploadIcon />
      Upload Photo
    </Button>
    <ComingSoonBadge />
  </div>
)
