import { Button } from '../../ui/button.tsx'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'

export const PastEventsSoon = () => (
  <div className="row wrap middle gap-10">
    <Button look="outlined" disabled>
      Past Events
    </Button>
    <ComingSoonBadge />
  </div>
)
