import type { ReactNode } from 'react'
import type { Event } from '../../../contract/events.ts'

interface Props {
  event: Event
  /** FREE, or the price with what is saved: made by the event feature, stands wherever the panel has room for it. */
  price: ReactNode
}

export const BookingPanel = ({ price }: Props) => <section aria-label="Booking">{price}</section>
