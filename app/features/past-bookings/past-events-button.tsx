import { Button } from '../../ui/button.tsx'

interface Props {
  isShown: boolean
  onToggle: () => void
}

export const PastEventsButton = ({ isShown, onToggle }: Props) => (
  <Button look="outlined" aria-pressed={isShown} onClick={onToggle}>
    {isShown ? 'Coming up' : 'Past Events'}
  </Button>
)
