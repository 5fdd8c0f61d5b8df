import type { Event } from '../../../contract/events.ts'
import { REVIEW_HOURS } from '../../../contract/review-words.ts'
import style from './waiting-notice.module.css'

export default function WaitingNotice({ review }: { review: NonNullable<Event['review']> }) {
  return (
    <section className={style.notice} aria-labelledby="waiting-notice">
      <h2 id="waiting-notice">Not listed yet</h2>
      <ul role="list" className={style.reasons}>
        {review.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p>
        Until we’ve looked at it, it’s not in any list, search or feed. Anyone with its link can see it and book. It
        usually takes less than {REVIEW_HOURS} hours.
      </p>
    </section>
  )
}
