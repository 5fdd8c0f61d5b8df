import type { Event } from '../../../contract/events.ts'
import { REVIEW_HOURS } from '../../../contract/review-words.ts'
import style from './waiting-notice.module.css'
import * as words from './words.ts'

export default function WaitingNotice({ review }: { review: NonNullable<Event['review']> }) {
  return (
    <section className={style.notice} aria-labelledby="waiting-notice">
      <h2 id="waiting-notice">{words.notListedYet}</h2>
      <ul role="list" className={style.reasons}>
        {review.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p>{words.aboutReview(REVIEW_HOURS)}</p>
    </section>
  )
}
