import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Decision } from '../../../contract/moderation.ts'
import { REASONS } from '../../../contract/moderation-words.ts'
import { Name } from '../../ui/title.tsx'
import style from './moderation.module.css'
import * as words from './words.tsx'

type Shown = Decision & { moderator?: string | null }

const pathOf = ({ kind, id }: Decision['subject']) =>
  kind === 'domain' || id === null ? null : `/moderation/${kind}s/${id}`

function Objection({ objection }: { objection: NonNullable<Decision['objection']> }) {
  return (
    <div className={style.objection}>
      <p>
        <strong>Objection</strong> <span className={style.quiet}>{words.dayAndTime(objection.at)}</span>
      </p>
      <blockquote className={style.said}>{objection.text || words.textDeleted}</blockquote>
      {objection.outcome && (
        <p>
          {words.OUTCOME_WORDS[objection.outcome]}
          {objection.isBySamePerson && words.bySameModerator}.{objection.answer && ` ${objection.answer}`}
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
        <strong>{words.DONE[act]}</strong>
        {until && words.untilDay(words.day(until))}:{' '}
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
        {words.dayAndTime(createdAt)}
        {moderator && `, ${moderator}`}, <span className={style.whole}>{reference}</span>
      </p>
      {objection && <Objection objection={objection} />}
      {children}
    </li>
  )
}

export const DecisionsList = ({ decisions }: { decisions: Shown[] }) =>
  decisions.length === 0 ? (
    <p className={style.quiet}>{words.noEarlierDecisions}</p>
  ) : (
    <ul role="list" className={style.rows}>
      {decisions.map((decision) => (
        <DecisionRow key={decision.reference} decision={decision} />
      ))}
    </ul>
  )
