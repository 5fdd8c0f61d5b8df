import type { Decision } from '../../../contract/moderation.ts'
import { formatDate } from '../../../contract/dates.ts'
import style from './decision-view.module.css'

const OUTCOMES = {
  kept: 'The decision stands.',
  undone: 'The decision was reversed, and everything is as it was.',
}

export function Objection({ objection }: { objection: NonNullable<Decision['objection']> }) {
  const { text, at, outcome, answer, isBySamePerson } = objection
  return (
    <section className={style.objection} aria-labelledby="objection">
      <h2 id="objection">Your objection</h2>
      {text && <p className={style.words}>{text}</p>}
      {outcome ? (
        <>
          <p className={style.outcome}>{OUTCOMES[outcome]}</p>
          {isBySamePerson && <p>There was no other moderator, so the person who decided looked again a day later.</p>}
          {answer && <p className={style.words}>{answer}</p>}
        </>
      ) : (
        <p role="status">Sent on {formatDate(at, 'UTC')}. We’ll email you the outcome, and show it here.</p>
      )}
    </section>
  )
}
