import { useState } from 'react'
import type { Profile } from '../../../contract/users.ts'
import { pictureUrl } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import style from './soon.module.css'

/** The photo, else the picture that Google gave, else the first letter. */
export function Face({ user }: { user: Profile }) {
  const { imageBase } = useSettings()
  const address = user.photo ? pictureUrl(imageBase, user.photo) : user.profilePictureUrl
  // A picture at another site is shown only when the server allows that site (IMAGE_ORIGINS).
  const [missing, setMissing] = useState('')
  return address && missing !== address ? (
    <img
      className={style.face}
      src={address}
      alt="Profile picture"
      width="72"
      height="72"
      onError={() => setMissing(address)}
    />
  ) : (
    <span className={style.face} role="img" aria-label="Profile picture">
      {user.firstName.slice(0, 1).toUpperCase()}
    </span>
  )
}
