import type { Profile } from '../../../contract/users.ts'
import { Button } from '../../ui/button.tsx'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import { UploadIcon } from '../../ui/screen-icons.tsx'
import { Face } from './face.tsx'
import style from './soon.module.css'

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
