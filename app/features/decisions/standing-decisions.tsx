import { Link } from 'react-router'
import type { Decision } from '../../../contract/moderation.ts'
import { suspensionEnd } from '../../../contract/moderation-words.ts'
import { useCall } from '../../data/use-call.ts'
import style from './decision-view.module.css'
import { standing } from './standing.ts'
import * as words from './words.ts'

const ReadWhy = ({ decision }: { decision: Decision }) => (
  <Link to={`/decisions/${decision.reference}`}>{words.readWhyOrObject}</Link>
)

export default function StandingDecisions({ suspendedUntil }: { suspendedUntil: string | null }) {
  const { loaded } = useCall('own decisions', (api) => api.moderationConsole.own())
  const decisions = loaded.state === 'loaded' ? standing(loaded.value, new Date()) : []
  if (!suspendedUntil && decisions.length === 0) return null
  const suspension = suspendedUntil && decisions.find(({ act }) => act === 'suspend')
  return (
    <section className={style.notice} aria-label={words.decisionsAboutYou}>
      {suspendedUntil && (
        <p>
          <strong>{words.suspendedUntil(suspensionEnd(new Date(suspendedUntil)))}</strong> {words.aboutSuspension}{' '}
          {suspension && <ReadWhy decision={suspension} />}
        </p>
      )}
      {decisions
        .filter((decision) => decision !== suspension)
        .map((decision) => (
          <p key={decision.reference}>
            {words.whatOf(decision)} <ReadWhy decision={decision} />
          </p>
        ))}
    </section>
  )
}
