import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { SOON_TOAST_MS } from '../../../contract/limits.ts'
import { IconButton } from '../../ui/button.tsx'
import { ShareIcon } from '../../ui/icons.tsx'
import { useToast } from '../../ui/toast.tsx'

export function ShareSoon() {
  const toast = useToast()
  return (
    <IconButton
      label="Share"
      onClick={() => toast(firstViewMessages.shareSoon, { severity: 'info', ms: SOON_TOAST_MS })}
    >
      <ShareIcon />
    </IconButton>
  )
}
