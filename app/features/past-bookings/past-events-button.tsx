import { Button } from '../../ui/button.tsx'

interface Props {
  isShown: boolean
  onToggle: () => void
}

/** Its words say where it leads; pressed as well, it would say the opposite. */
export const PastEventsButton = ({ isShown, onToggle }: Props) => (
  <Button look="outlined" onClick={onToggle}>
    {isShown ? 'Coming up' : 'Past Events'}
  </Button>
)
