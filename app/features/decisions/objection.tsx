import type { Decision } from '../../../contract/moderation.ts'
import { formatDate } from '../../../contract/dates.ts'
import style from './decision-view.module.css'
import * as words from './words.ts'

export function Objection({ objection }: { objection: NonNullable<Decision['objection']> }) {
  const { text, at, outcome, answer, isBySamePerson } = objection
  return (
    <section className={style.objection} aria-labelledby="objection">
      <h2 id="objection">{words.yourObjection}</h2>
      {text && <p className={style.words}>{text}</p>}
      {outcome ? (
        <>
          <p className={style.outcome}>{words.OUTCOMES[outcome]}</p>
          {isBySamePerson && <p>{words.sameModerator}</p>}
          {answer && <p className={style.words}>{answer}</p>}
        </>
      ) : (
        <p role="status">{words.sentOn(formatDate(at, 'UTC'))}</p>
      )}
    </section>
  )
}
