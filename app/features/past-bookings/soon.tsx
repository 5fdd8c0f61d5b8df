import { Button } from '../../ui/button.tsx'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import style from './soon.module.css'

export const PastEventsSoon = () => (
  <div className={style.past}>
    <Button look="outlined" disabled>
      Past Events
    </Button>
    <ComingSoonBadge />
  </div>
)
