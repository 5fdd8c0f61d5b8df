import { Link } from 'react-router'
import { formatDate } from '../../../contract/dates.ts'
import { REASONS } from '../../../contract/moderation-words.ts'
import type { Report } from '../../../contract/reports.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TryAgain } from '../../ui/message.tsx'
import { DECIDED, KIND_LABELS } from './report-words.ts'
import { Name } from '../../ui/title.tsx'
import style from './reports.module.css'

const day = (at: string) => formatDate(at, browserTimeZone())

function Outcome({ state, decision }: Report) {
  if (state === 'open')
    return <p>There’s no decision yet. We look at illegal content first, then at the oldest reports.</p>
  if (state === 'left' || !decision) return <p>A moderator looked at it and left it as it is.</p>
  return (
    <>
      <p>
        {DECIDED[decision.act]} The reason: {REASONS[decision.reason].sentence}. Based on{' '}
        <Link to={`/rules#${decision.reason}`}>{REASONS[decision.reason].rule}</Link>.
      </p>
      {decision.isUndone && <p>After an objection, another moderator looked at it and reversed the decision.</p>}
    </>
  )
}

/** For anybody with the reference: nothing of who reported it, and nothing of what they wrote. */
export default function ReportStatus({ reference }: { reference: string }) {
  const { loaded, reload } = useCall(reference, (api) => api.reports.get({ params: { reference } }))
  if (loaded.state === 'loading') return <Spinner label="Loading your report" />
  if (loaded.state === 'failed')
    return (
      <>
        <h1>Your report</h1>
        <TryAgain onPress={reload}>
          <p>{failureSentence(loaded.error, 'Your report could not be loaded. Please try again.')}</p>
        </TryAgain>
      </>
    )
  const report = loaded.value
  return (
    <div className={style.sent}>
      <h1>Your report</h1>
      <p className={style.about}>
        <Name of={report.about} />
      </p>
      <p>
        {KIND_LABELS[report.kind]}. Reported on {day(report.createdAt)}, reference {report.reference}.
      </p>
      <Outcome {...report} />
      {report.state !== 'open' && (
        <p className="quiet">
          Think we’re wrong? Reply to the email that told you, or read <Link to="/rules#objecting">the rules</Link>.
        </p>
      )}
    </div>
  )
}
