import { SITE } from '../../../contract/site.ts'
import { useState } from 'react'
import type { DataExport } from '../../../contract/account.ts'
import { EXPORT_DAYS } from '../../../contract/limits.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { useProof } from '../proof/slot.tsx'
import style from './your-data.module.css'
import * as words from './leaving-words.ts'

/** Its address needs a proof once there is a file: being asked for one means that there is one. */
const findState = (call: Promise<DataExport>): Promise<DataExport> =>
  call.catch((error: unknown) => {
    if (isRefusal(error, 'proof_needed')) return { state: 'ready' as const }
    throw error
  })

export function DownloadData() {
  const { loaded, refresh } = useCall('export', (api) => findState(api.account.getExport()))
  const { withProof, proofDialog } = useProof('download-data', {
    start: () => void start(),
    fetch: () => void fetchFile(),
  })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const state = loaded.state === 'loaded' ? loaded.value.state : 'none'

  const press = async (name: string, act: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await withProof(act, name)
    } catch (error) {
      setProblem(failureSentence(error))
    } finally {
      setBusy(false)
      refresh()
    }
  }
  const start = () =>
    press('start', async () => {
      const api = await loadApi()
      await api.account.startExport({ headers: { 'idempotency-key': randomKey() } })
    })
  const fetchFile = () =>
    press('fetch', async () => {
      const api = await loadApi()
      const { url } = await api.account.getExport()
      if (url) location.assign(url)
    })

  return (
    <section id="download-data" className={style.section} aria-labelledby="download-heading">
      <h2 id="download-heading">{words.downloadYourData}</h2>
      <p className={style.text}>{words.aboutDownload(SITE.name, EXPORT_DAYS)}</p>
      {state === 'preparing' && <p role="status">{words.preparing}</p>}
      {state === 'ready' && (
        <Button disabled={isBusy} onClick={() => void fetchFile()}>
          {words.downloadMyData}
        </Button>
      )}
      {(state === 'none' || state === 'failed') && (
        <Button look="outlined" disabled={isBusy} onClick={() => void start()}>
          {words.requestMyData}
        </Button>
      )}
      <FormMessage problem={problem ?? (state === 'failed' ? words.notPrepared : null)} />
      {proofDialog}
    </section>
  )
}
