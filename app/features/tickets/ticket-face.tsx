// A ticket torn off the poster: what, when, where and for how many, with the code that the door reads.
import type { Event } from '../../../contract/events.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import { isTrue } from '../../lib/money.ts'
import { venueLine } from '../../lib/online-address.ts'
import { eventPicture, PLACEHOLDER } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { FallbackImage } from '../../ui/fallback-image.tsx'
import { EventTime } from '../events/slot.tsx'
import { QrCode } from './qr-code.tsx'
import { ticketCount } from '../../lib/seat-words.ts'
import style from './ticket-face.module.css'

export function TicketFace({ event, ticket }: { event: Event; ticket: Ticket }) {
  const { imageBase } = useSettings()
  return (
    <div className={style.ticket}>
      <FallbackImage
        {...eventPicture(event, imageBase)}
        fallback={PLACEHOLDER}
        sizes="500px"
        width={400}
        height={160}
        alt=""
        className={style.picture}
      />
      <div className={style.stub}>
        <div className={style.words}>
          <p className={style.title}>{event.title}</p>
          <p className={style.when}>
            <EventTime event={event} />
          </p>
          <p className={style.where}>{venueLine(event)}</p>
          <p className={style.count}>{ticketCount(ticket.numberOfTickets)}</p>
        </div>
        {/* A virtual event has no door. The place is kept: the code comes a moment after the booking. */}
        {!isTrue(event.isVirtual) && (
          <div className={style.code}>
            {ticket.code && <QrCode text={ticket.code} label="Your ticket’s code, to show at the door" />}
          </div>
        )}
      </div>
    </div>
  )
}
