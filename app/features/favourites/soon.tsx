import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { SOON_TOAST_MS } from '../../../contract/limits.ts'
import { IconButton } from '../../ui/button.tsx'
import { HeartIcon } from '../../ui/icons.tsx'
import { useToast } from '../../ui/toast.tsx'

export function FavouriteSoon() {
  const toast = useToast()
  return (
    <IconButton
      label="Add to favorites"
      onClick={() => toast(firstViewMessages.favouritesSoon, { severity: 'info', ms: SOON_TOAST_MS })}
    >
      <HeartIcon />
    </IconButton>
  )
}
