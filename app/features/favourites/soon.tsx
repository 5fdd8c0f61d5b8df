import { SOON_TOAST_MS } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { HeartIcon } from '../../ui/icons.tsx'
import { useToast } from '../../ui/toast.tsx'

export function FavouriteSoon() {
  const toast = useToast()
  return (
    <IconButton
      label="Add to favorites"
      onClick={() => toast(messages.favouritesSoon, { severity: 'info', ms: SOON_TOAST_MS })}
    >
      <HeartIcon />
    </IconButton>
  )
}
