// For administrators: money that is not where it should be, and what to do about it.
import { useState, type ReactNode } from 'react'
import type { MoneyTrouble } from '../../../contract/orders.ts'
import { formatDate } from '../../../contract/dates.ts'
import { moneyText } from '../../../contract/money.ts'
import type { PaidBackFrom, RefundState } from '../../../contract/order-words.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/zoned-time.ts'
import { useCall } from '../../data/use-call.ts'
import { TROUBLE_SHOWN } from '../../../contract/limits.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { LoadedView } from './loaded-view.tsx'
import { Title } from '../../ui/title.tsx'
import style from './moderation.module.css'

const REFUND_STATES: Record<RefundState, string> = {
  planned: 'has not started',
  started: 'was sent, without an answer',
  pending: 'is with the provider',
  failed: 'failed',
  done: 'is done',
  cancelled: 'is cancelled',
}

interface ListProps {
  title: string
  /** What to do about what is listed. */
  todo: string
  none: string
  rows: { key: string; about: ReactNode; more: string; act?: ReactNode }[]
}

function List({ title, todo, none, rows }: ListProps) {
  return (
    <section aria-label={title} className="stack column gap-8">
      <h2 className={style.title}>{title}</h2>
      {rows.length === 0 ? <p className={style.quiet}>{none}</p> : <p>{todo}</p>}
      {rows.length > 0 && (
        <ul role="list" className={style.rows}>
          {rows.map(({ key, about, more, act }) => (
            <li key={key} className={style.row}>
              <p>
                <strong>{about}</strong>
              </p>
              <p className={style.quiet}>{more}</p>
              {act}
            </li>
          ))}
        </ul>
      )}
      {rows.length >= TROUBLE_SHOWN && <p className={style.quiet}>There are more: these are the oldest.</p>}
    </section>
  )
}

type About = Pick<MoneyTrouble['refunds'][number], 'amount' | 'currency' | 'title' | 'language' | 'reference' | 'at'>

const aboutOf = (trouble: About) => (
  <>
    {moneyText(trouble.amount, trouble.currency)}, <Title of={trouble} />
  </>
)
const since = ({ reference, at }: About) => `${reference}, since ${formatDate(at, DEFAULT_TIME_ZONE)}`

type FailedRefund = MoneyTrouble['refunds'][number]

interface PaidBackProps {
  refund: FailedRefund
  onDone: () => void
  onClose: () => void
}

/** Asked once more, because the guest is told and it can’t be undone. */
function PaidBackDialog({ refund, onDone, onClose }: PaidBackProps) {
  const { isBusy, outcome, act } = useAct('This could not be saved. Please try again.')
  const [from, setFrom] = useState<PaidBackFrom>('provider')
  const { refundId, reference, amount, currency } = refund
  const submit = () =>
    act(async () => {
      await (await loadApi()).orders.closeRefund({ params: { refundId }, body: { from } })
      onDone()
      return undefined
    })
  return (
    <Dialog open onClose={onClose} title={`Have you paid ${moneyText(amount, currency)} back?`} locked={isBusy}>
      <div className="stack column gap-16">
        <p>Order {reference}. We email the guest that the money is on its way, and it can’t be undone.</p>
        <Choice
          label="How you paid it back"
          value={from}
          options={[
            { value: 'provider', label: 'At the card provider' },
            { value: 'bank', label: 'By transfer' },
          ]}
          onValueChange={setFrom}
        />
        <FormMessage {...outcome} />
        <DialogActs act="Yes, it’s paid back" onAct={() => void submit()} isBusy={isBusy} onClose={onClose} />
      </div>
    </Dialog>
  )
}

export function MoneyView() {
  const { loaded, reload } = useCall('money trouble', (api) => api.orders.trouble())
  const [closing, setClosing] = useState<FailedRefund | null>(null)
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ unaccounted, refunds, unbalanced }) => (
        <>
          <List
            title="Paid, without a ticket or a refund"
            none="Everyone who has paid has a ticket or a refund."
            todo="We try again every ten minutes. If one stays, look for an error of settle-payment in the log; as a last resort, refund it at your card provider."
            rows={unaccounted.map((one) => ({
              key: String(one.orderId),
              about: aboutOf(one),
              more: `${since(one)}. The order is ${one.state}.`,
            }))}
          />
          <List
            title="Refunds that are due"
            none="No refund is due."
            todo="We ask the card provider every ten minutes about those that were sent. One that failed stays until you have paid it back, at your card provider or by transfer."
            rows={refunds.map((one) => ({
              key: String(one.refundId),
              about: aboutOf(one),
              more: `${since(one)}. It ${REFUND_STATES[one.state]}.`,
              act: one.state === 'failed' && (
                <Button
                  look="outlined"
                  onClick={() => setClosing(one)}
                  aria-label={`Paid back: order ${one.reference}`}
                >
                  Paid back
                </Button>
              ),
            }))}
          />
          <List
            title="Entries that don’t balance"
            none="All entries balance."
            todo="This never happens by itself: someone has changed the database. Compare it with the last backup, and keep both."
            rows={unbalanced.map(({ posting, orderId, sum, currency }) => ({
              key: posting,
              about: `${moneyText(sum, currency)} too much`,
              more: `${posting}, order ${orderId}`,
            }))}
          />
          {closing && (
            <PaidBackDialog
              refund={closing}
              onClose={() => setClosing(null)}
              onDone={() => {
                setClosing(null)
                reload()
              }}
            />
          )}
        </>
      )}
    </LoadedView>
  )
}
