import { useState } from 'react'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { useProof } from '../proof/slot.tsx'
import { CalendarWays } from './calendar-ways.tsx'
import style from './feeds.module.css'
import * as words from './words.tsx'

type State =
  { is: 'idle' } | { is: 'busy' } | { is: 'made'; url: string } | { is: 'ended' } | { is: 'failed'; why: string }

export default function OwnCalendarDialog({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<State>({ is: 'idle' })
  const { loaded, refresh } = useCall('calendar-feed', (api) => api.feeds.get())
  const hasAddress = loaded.state === 'loaded' && loaded.value.createdAt !== null
  // After Google the browser is back at the bookings, where the dialog is opened again: the proof holds for ten minutes.
  const { withProof, proofDialog } = useProof('own-calendar', {})
  const isBusy = state.is === 'busy'

  const run = async (work: () => Promise<State>) => {
    setState({ is: 'busy' })
    try {
      setState(await ask(work))
    } catch (error) {
      setState({ is: 'failed', why: failureSentence(error) })
    }
  }
  const make = () => {
    // One key per press, so that a retry after a lost response gets the same address.
    const headers = { 'idempotency-key': randomKey() }
    const renew = async () => (await loadApi()).feeds.renew({ headers })
    return run(async () => ({ is: 'made', url: (await withProof(renew, 'make')).url }))
  }
  const end = () =>
    run(async () => {
      await (await loadApi()).feeds.end()
      refresh()
      return { is: 'ended' }
    })

  return (
    <Dialog open onClose={onClose} title={words.yourBookings} locked={isBusy}>
      <div className="stack column gap-16">
        {state.is === 'made' ? (
          <>
            <p>{words.hereItIs}</p>
            <CalendarWays url={state.url} />
          </>
        ) : (
          <>
            <p>{words.aboutSecretAddress}</p>
            {loaded.state === 'loaded' && (
              <p className="quiet small">{hasAddress ? words.haveAddress : words.noAddressYet}</p>
            )}
            <FormMessage
              problem={state.is === 'failed' ? state.why : null}
              success={state.is === 'ended' ? words.addressHasEnded : null}
            />
            <div className={style.ways}>
              <Button onClick={() => void make()} disabled={isBusy} aria-busy={isBusy}>
                {words.makeAddress}
              </Button>
              {hasAddress && (
                <Button look="outlined" onClick={() => void end()} disabled={isBusy}>
                  {words.endAddress}
                </Button>
              )}
            </div>
          </>
        )}
      </div>
      {proofDialog}
    </Dialog>
  )
}
