// The only screen for somebody whose account is about to be deleted.
import { lazy, Suspense, useState } from 'react'
import { formatDate } from '../../../contract/dates.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage, Notice } from '../../ui/message.tsx'
import { Page } from '../../ui/page.tsx'
import * as words from './leaving-words.ts'

// The names of its files would be in everybody's first view.
const DownloadData = lazy(() => import('./download-data.tsx').then((file) => ({ default: file.DownloadData })))

const dayText = (time: string) => formatDate(time, browserTimeZone())

export default function KeepAccount({ deletionAt }: { deletionAt: string }) {
  const { setUser, signOut } = useSession()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const keep = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const api = await loadApi()
      setUser(await api.account.keepAccount())
    } catch (error) {
      setProblem(failureSentence(error, words.notKept))
      setBusy(false)
    }
  }
  return (
    <Page narrow>
      <Notice>
        <h1>{words.willBeDeleted}</h1>
        <p>{words.finalOn(dayText(deletionAt))}</p>
        <Button disabled={isBusy} onClick={() => void keep()}>
          {words.keepMyAccount}
        </Button>
        <FormMessage problem={problem} />
        <Button look="text" disabled={isBusy} onClick={() => void signOut()}>
          Logout
        </Button>
      </Notice>
      <Suspense>
        <DownloadData />
      </Suspense>
    </Page>
  )
}
