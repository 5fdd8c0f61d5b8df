import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Client } from '../../../contract/client.ts'
import type { Event } from '../../../contract/events.ts'
import { useCall } from '../../data/use-call.ts'
import { useOnReturn } from '../../data/use-on-return.ts'
import { logFailure } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import style from './booking-statistics.module.css'

/** null while loading; 0 if it cannot be loaded. */
function useTicketsSold(eventId: number, seenLeft: number) {
  const call = (api: Client) => api.events.ticketsSold({ params: { eventId } })
  // seenLeft: the page has heard of a booking.
  const { loaded, refresh } = useCall(eventId, call, seenLeft)
  useOnReturn(refresh)
  useEffect(() => {
    // Logged only (docs/product/texts.md#failures-that-are-only-logged).
    if (loaded.state === 'failed') logFailure('Tickets sold could not be loaded', loaded.error)
  }, [loaded])
  if (loaded.state === 'loading') return null
  return loaded.state === 'loaded' ? loaded.value : 0
}

async function downloadPurchasers(eventId: number) {
  try {
    const api = await loadApi()
    const csv = await api.events.purchasers({ params: { eventId } })
    saveCsv(`ticket-purchasers-${eventId}.csv`, csv)
  } catch (error) {
    // Logged only (docs/product/texts.md#failures-that-are-only-logged).
    logFailure('The list of purchasers could not be downloaded', error)
  }
}

/** For the creator: capacity, tickets sold, and the purchasers as CSV. */
export default function BookingStatistics({ event }: { event: Event }) {
  const sold = useTicketsSold(event.id, event.ticketsLeft)
  const [isLoading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    await downloadPurchasers(event.id)
    setLoading(false)
  }
  return (
    <section aria-labelledby="booking-statistics" className={style.statistics}>
      <h2 id="booking-statistics" className={style.heading}>
        Booking Statistics
      </h2>
      {event.isHidden && (
        <p>
          <Link to="/my-events">Read why it isn’t shown, or object</Link>
        </p>
      )}
      <dl className={style.numbers}>
        <div>
          <dt>Total capacity</dt>
          <dd>{event.capacity.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Tickets sold</dt>
          <dd>{sold === null ? '…' : sold.toLocaleString('en')}</dd>
        </div>
      </dl>
      <progress className={style.bar} max={event.capacity} value={sold ?? 0} aria-label="Share of tickets sold" />
      <Button look="outlined" wide onClick={download} disabled={isLoading}>
        {isLoading ? 'Downloading...' : 'Download purchasers (CSV)'}
      </Button>
    </section>
  )
}
