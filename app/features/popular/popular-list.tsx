import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { Notice } from '../../ui/message.tsx'
import { EventGrid } from '../events/slot.tsx'
import type { PopularPage } from './load-popular.ts'
import style from './popular-list.module.css'

const HOW =
  'Ranked by bookings in the last three days, compared with what’s usual this long before an event. Newer bookings count more.'
const BY_DATE = 'Nothing stands out yet, so here’s what’s on next.'

export function PopularList({ page: { popular, isPopular, problem } }: { page: PopularPage }) {
  if (problem) return <Notice isError>{problem}</Notice>
  if (popular.length === 0) return <Notice>{firstViewMessages.noEvents}</Notice>
  return (
    <>
      <p className={style.how}>{isPopular ? HOW : BY_DATE}</p>
      <EventGrid events={popular} />
    </>
  )
}
