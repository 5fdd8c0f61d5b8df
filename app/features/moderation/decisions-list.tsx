import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Decision } from '../../../contract/moderation.ts'
import { REASONS } from '../../../contract/moderation-words.ts'
import { Name } from '../../ui/title.tsx'
import style from './moderation.module.css'
import { day, dayAndTime, DONE, OUTCOME_WORDS } from './words.ts'

type Shown = Decision & { moderator?: string | null }

const pathOf = ({ kind, id }: Decision['subject']) =>
  kind === 'domain' || id === null ? null : `/moderation/${kind}s/${id}`

function Objection({ objection }: { objection: NonNullable<Decision['objection']> }) {
  return (
    <div className={style.objection}>
      <p>
        <strong>Objection</strong> <span className={style.quiet}>{dayAndTime(objection.at)}</span>
      </p>
      <blockquote className={style.said}>{objection.text || 'The text has been deleted.'}</blockquote>
      {objection.outcome && (
        <p>
          {OUTCOME_WORDS[objection.outcome]}
          {objection.isBySamePerson && ', by the same moderator, because there was nobody else'}.
          {objection.answer && ` ${objection.answer}`}
        </p>
      )}
    </div>
  )
}

interface RowProps {
  decision: Shown
  children?: ReactNode
}

export function DecisionRow({ decision, children }: RowProps) {
  const { reference, act, subject, reason, text, until, createdAt, objection, moderator } = decision
  const path = pathOf(subject)
  return (
    <li id={reference} className={style.row}>
      <p>
        <strong>{DONE[act]}</strong>
        {until && ` until ${day(until)}`}:{' '}
        {path ? (
          <Link to={path}>
            <Name of={subject} />
          </Link>
        ) : (
          <Name of={subject} />
        )}
      </p>
      <p>
        {REASONS[reason].label}
        {text && `: ${text}`}
      </p>
      <p className={style.quiet}>
        {dayAndTime(createdAt)}
        {moderator && `, ${moderator}`}, <span className={style.whole}>{reference}</span>
      </p>
      {objection && <Objection objection={objection} />}
      {children}
    </li>
  )
}

export const DecisionsList = ({ decisions }: { decisions: Shown[] }) =>
  decisions.length === 0 ? (
    <p className={style.quiet}>No earlier decisions.</p>
  ) : (
    <ul role="list" className={style.rows}>
      {decisions.map((decision) => (
        <DecisionRow key={decision.reference} decision={decision} />
      ))}
    </ul>
  )
