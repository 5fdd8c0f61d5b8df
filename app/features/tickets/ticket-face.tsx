// A ticket torn off the poster: what, when, where and for how many, with the code that the door reads.
import type { Event } from '../../../contract/events.ts'
import type { Ticket } from '../../../contract/tickets.ts'
import { classes } from '../../lib/classes.ts'
import { isTrue } from '../../lib/money.ts'
import { venueLine } from '../../lib/online-address.ts'
import { eventPicture, PLACEHOLDER } from '../../lib/pictures.ts'
import { useSettings } from '../../lib/settings.ts'
import { FallbackImage } from '../../ui/fallback-image.tsx'
import { EventTime } from '../events/slot.tsx'
import { QrCode } from './qr-code.tsx'
import { seatWords } from '../../lib/seat-words.ts'
import style from './ticket-face.module.css'

interface Props {
  event: Event
  ticket: Ticket
  /** The code as wide as the ticket, to be read from the screen. */
  isLarge?: boolean
}

export function TicketFace({ event, ticket, isLarge }: Props) {
  const { imageBase } = useSettings()
  return (
    <div className={classes(style.ticket, isLarge && style.large)}>
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
          <p className={style.title} dir="auto" lang={event.language}>
            {event.title}
          </p>
          <p className={style.when}>
            <EventTime event={event} />
          </p>
          <p className={style.where} dir="auto">
            {venueLine(event)}
          </p>
          <p className={style.count}>{seatWords(ticket)}</p>
        </div>
        {/* A virtual event has no door, and neither has one that is off. The place is kept: the code comes a moment after the booking. */}
        {!isTrue(event.isVirtual) && event.status !== 'cancelled' && (
          <div className={style.code}>
            {ticket.code && <QrCode text={ticket.code} label="Your ticket’s code, to show at the door" />}
          </div>
        )}
      </div>
    </div>
  )
}
