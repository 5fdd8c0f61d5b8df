import { useState } from 'react'
import type { WorkQueue } from '../../../contract/installation.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { LoadedView } from './loaded-view.tsx'
import style from './moderation.module.css'
import * as words from './words.tsx'

const lateness = (seconds: number) => (seconds < 60 ? '' : `, late by ${Math.round(seconds / 60)} min`)

/** For administrators: whether all is well with this installation, and what waits or was given up. */
export function InstallationView() {
  const { loaded, reload, refresh } = useCall('installation', (api) => api.installation.read())
  const [busy, setBusy] = useState('')
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})

  async function retry({ queue, kind }: WorkQueue) {
    setBusy(kind)
    setOutcome({})
    try {
      const { installation } = await loadApi()
      const { retried, lost } = await installation.retry({ body: { queue, kind } })
      setOutcome({ success: words.willBeRetried(retried, lost) })
      refresh()
    } catch (error) {
      setOutcome({ problem: failureSentence(error) })
    }
    setBusy('')
  }

  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ version, commit, checks, queues }) => (
        <>
          <p>
            Version {version} <span className={style.quiet}>({commit})</span>
          </p>
          <ul role="list" className={style.rows} aria-label="Checks">
            {checks.map(({ name, state, sentence }) => (
              <li key={name} className={style.row}>
                <p>
                  <strong>{words.CHECK_NAMES[name]}</strong>: {words.CHECK_STATES[state]}
                </p>
                <p className={style.quiet}>{sentence}</p>
              </li>
            ))}
          </ul>
          <h2 className={style.title}>Queues</h2>
          {queues.length === 0 && <p className={style.quiet}>{words.nothingIsWaiting}</p>}
          <ul role="list" className={style.rows} aria-label="Queues">
            {queues.map((one) => (
              <li key={`${one.queue} ${one.kind}`} className={style.line}>
                <span>
                  <strong>{one.kind}</strong>, {one.queue}
                  <br />
                  <span className={style.quiet}>
                    {words.waitingAndGivenUp(one.waiting, lateness(one.overdueSeconds), one.failed)}
                  </span>
                </span>
                <Button
                  look="text"
                  disabled={busy !== ''}
                  aria-label={words.tryKindAgain(one.kind)}
                  onClick={() => void retry(one)}
                >
                  {words.tryAgain}
                </Button>
              </li>
            ))}
          </ul>
          <FormMessage {...outcome} />
        </>
      )}
    </LoadedView>
  )
}
