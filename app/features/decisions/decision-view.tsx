// The statement of reasons as the person concerned reads it, and their objection.
import type { Decision } from '../../../contract/moderation.ts'
import { REASONS, suspensionEnd, type Act } from '../../../contract/moderation-words.ts'
import { formatDate } from '../../../contract/dates.ts'
import { Objection } from './objection.tsx'
import { ObjectionForm } from './objection-form.tsx'
import style from './decision-view.module.css'
import * as words from './words.ts'

const HEADINGS: Record<Act, string> = {
  hide: 'No longer shown',
  restore: 'Shown again',
  ask: 'Please change your event',
  'hide-account': 'Your events are no longer shown',
  suspend: 'Your account is suspended',
  'block-domain': 'A website is blocked',
}

const day = (iso: string) => formatDate(iso, 'UTC')

export function DecisionView({ decision, onChange }: { decision: Decision; onChange: () => void }) {
  const { act, subject, reason, text, until, reference, createdAt, isAutomated } = decision
  const facts: [string, string][] = [
    ['About', subject.name],
    ['Because', REASONS[reason].sentence],
    ['Based on', REASONS[reason].rule],
    ['How it was decided', isAutomated ? 'By automated rules, without a person' : 'By a moderator'],
    ['Decided on', day(createdAt)],
    ...(until ? [['Until', suspensionEnd(new Date(until))] as [string, string]] : []),
    ['Reference', reference],
  ]
  return (
    <article className={style.decision}>
      <h1>{HEADINGS[act]}</h1>
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
