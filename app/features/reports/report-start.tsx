import { useSearchParams } from 'react-router'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { TryAgain } from '../../ui/message.tsx'
import { ReportForm } from './report-form.tsx'
import { nameSubject, pathOfSubject, subjectOfQuery } from './subject.ts'
import * as words from './report-words.tsx'

/** Finds out what it is about, as the link that led here says: ?event=12. */
export default function ReportStart() {
  const [query] = useSearchParams()
  const subject = subjectOfQuery(query)
  const { loaded, reload } = useCall(subject ? pathOfSubject(subject) : 'anything', async (api) =>
    subject ? nameSubject(api, subject) : null,
  )
  if (loaded.state === 'loading') return <Spinner label={words.loadingForm} />
  if (loaded.state === 'loaded') return <ReportForm subject={loaded.value} />
  return (
    <>
      <h1>Report</h1>
      <TryAgain onPress={reload}>
        <p>{failureSentence(loaded.error, words.formNotLoaded)}</p>
      </TryAgain>
    </>
  )
}
