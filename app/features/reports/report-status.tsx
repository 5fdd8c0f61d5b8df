import { Link } from 'react-router'
import { formatDate } from '../../../contract/dates.ts'
import { REASONS } from '../../../contract/moderation-words.ts'
import type { Report } from '../../../contract/reports.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TryAgain } from '../../ui/message.tsx'
import { Name } from '../../ui/title.tsx'
import style from './reports.module.css'
import * as words from './report-words.tsx'

const day = (at: string) => formatDate(at, browserTimeZone())

function Outcome({ state, decision }: Report) {
  if (state === 'open') return <p>{words.nobodyHasDecided}</p>
  if (state === 'left' || !decision) return <p>{words.leftAsItIs}</p>
  return (
    <>
      <p>
        {words.reasonAndRule(
          words.DECIDED[decision.act],
          REASONS[decision.reason].sentence,
          <Link to={`/rules#${decision.reason}`}>{REASONS[decision.reason].rule}</Link>,
        )}
      </p>
      {decision.isUndone && <p>{words.reversed}</p>}
    </>
  )
}

/** For anybody with the reference: nothing of who reported it, and nothing of what they wrote. */
export default function ReportStatus({ reference }: { reference: string }) {
  const { loaded, reload } = useCall(reference, (api) => api.reports.get({ params: { reference } }))
  if (loaded.state === 'loading') return <Spinner label={words.loadingReport} />
  if (loaded.state === 'failed')
    return (
      <>
        <h1>{words.yourReport}</h1>
        <TryAgain onPress={reload}>
          <p>{failureSentence(loaded.error, words.reportNotLoaded)}</p>
        </TryAgain>
      </>
    )
  const report = loaded.value
  return (
    <div className={style.sent}>
      <h1>{words.yourReport}</h1>
      <p className={style.about}>
        <Name of={report.about} />
      </p>
      <p>{words.reportedOn(words.KIND_LABELS[report.kind], day(report.createdAt), report.reference)}</p>
      <Outcome {...report} />
      {report.state !== 'open' && (
        <p className="quiet">{words.thinkWeAreWrong(<Link to="/rules#objecting">{words.theRules}</Link>)}</p>
      )}
    </div>
  )
}
