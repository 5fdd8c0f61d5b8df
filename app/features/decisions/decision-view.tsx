// The statement of reasons as the person concerned reads it, and their objection.
import type { Decision } from '../../../contract/moderation.ts'
import { REASONS, suspensionEnd } from '../../../contract/moderation-words.ts'
import { formatDate } from '../../../contract/dates.ts'
import { Objection } from './objection.tsx'
import { ObjectionForm } from './objection-form.tsx'
import style from './decision-view.module.css'
import * as words from './words.ts'

const day = (iso: string) => formatDate(iso, 'UTC')

export function DecisionView({ decision, onChange }: { decision: Decision; onChange: () => void }) {
  const { act, subject, reason, text, until, reference, createdAt, isAutomated } = decision
  const facts: [string, string][] = [
    ['About', subject.name],
    ['Because', REASONS[reason].sentence],
    [words.basedOn, REASONS[reason].rule],
    [words.howDecided, isAutomated ? words.byRules : words.byModerator],
    [words.decidedOn, day(createdAt)],
    ...(until ? [['Until', suspensionEnd(new Date(until))] as [string, string]] : []),
    ['Reference', reference],
  ]
  return (
    <article className={style.decision}>
      <h1>{words.HEADINGS[act]}</h1>
      <dl className={style.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={style.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {text && (
        <section className="stack gap-8" aria-labelledby="written">
          <h2 id="written">{words.moderatorWrites}</h2>
          <p className={style.words}>{text}</p>
        </section>
      )}
      {decision.objection && <Objection objection={decision.objection} />}
      {decision.canObject && <ObjectionForm reference={reference} onSent={onChange} />}
    </article>
  )
}
