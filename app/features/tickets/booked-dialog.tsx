import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TicketIcon } from '../../ui/icons.tsx'
import style from './booked-dialog.module.css'
import { BookedConfetti } from './booked-confetti.tsx'

export default function BookedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Booking Successful!" hideCross>
      <div className={style.booked}>
        <span className={style.mark}>
          <TicketIcon />
        </span>
        <p>A confirmation email was sent to you, with your tickets and a calendar entry.</p>
        <Button wide onClick={onClose}>
          Close
        </Button>
      </div>
      <BookedConfetti />
    </Dialog>
  )
}
