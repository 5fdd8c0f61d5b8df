// For administrators: money that is not where it should be, and what to do about it.
import { useState, type ReactNode } from 'react'
import { formatDate } from '../../../contract/dates.ts'
import { TROUBLE_SHOWN } from '../../../contract/limits.ts'
import { moneyText } from '../../../contract/money.ts'
import type { PaidBackFrom } from '../../../contract/order-words.ts'
import type { MoneyTrouble } from '../../../contract/orders.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/zoned-time.ts'
import { useCall } from '../../data/use-call.ts'
import { NOT_SAVED } from '../../lib/failure.ts'
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
import * as words from './words.tsx'

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
      {rows.length >= TROUBLE_SHOWN && <p className={style.quiet}>{words.theseAreTheOldest}</p>}
    </section>
  )
}

type About = Pick<MoneyTrouble['refunds'][number], 'amount' | 'currency' | 'title' | 'language' | 'reference' | 'at'>

const aboutOf = (trouble: About) => (
  <>
    {moneyText(trouble.amount, trouble.currency)}, <Title of={trouble} />
  </>
)
const since = ({ reference, at }: About) => words.sinceDay(reference, formatDate(at, DEFAULT_TIME_ZONE))

type FailedRefund = MoneyTrouble['refunds'][number]

interface PaidBackProps {
  refund: FailedRefund
  onDone: () => void
  onClose: () => void
}

/** Asked once more, because the guest is told and it can’t be undone. */
function PaidBackDialog({ refund, onDone, onClose }: PaidBackProps) {
  const { isBusy, outcome, act } = useAct(NOT_SAVED)
  const [from, setFrom] = useState<PaidBackFrom>('provider')
  const { refundId, reference, amount, currency } = refund
  const submit = () =>
    act(async () => {
      await (await loadApi()).orders.closeRefund({ params: { refundId }, body: { from } })
      onDone()
      return undefined
    })
  return (
    <Dialog open onClose={onClose} title={words.haveYouPaidBack(moneyText(amount, currency))} locked={isBusy}>
      <div className="stack column gap-16">
        <p>{words.aboutPaidBack(reference)}</p>
        <Choice
          label={words.howYouPaidBack}
          value={from}
          options={[
            { value: 'provider', label: words.atCardProvider },
            { value: 'bank', label: words.byTransfer },
          ]}
          onValueChange={setFrom}
        />
        <FormMessage {...outcome} />
        <DialogActs act={words.yesPaidBack} onAct={() => void submit()} isBusy={isBusy} onClose={onClose} />
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
            title={words.paidWithoutTicket}
            none={words.everyoneHasTicket}
            todo={words.aboutPaidWithoutTicket}
            rows={unaccounted.map((one) => ({
              key: String(one.orderId),
              about: aboutOf(one),
              more: words.orderIs(since(one), one.state),
            }))}
          />
          <List
            title={words.refundsDue}
            none={words.noRefundDue}
            todo={words.aboutRefundsDue}
            rows={refunds.map((one) => ({
              key: String(one.refundId),
              about: aboutOf(one),
              more: words.refundIs(since(one), one.state),
              act: one.state === 'failed' && (
                <Button look="outlined" onClick={() => setClosing(one)} aria-label={words.paidBackOrder(one.reference)}>
                  {words.paidBack}
                </Button>
              ),
            }))}
          />
          <List
            title={words.unbalanced}
            none={words.allBalance}
            todo={words.aboutUnbalanced}
            rows={unbalanced.map(({ posting, orderId, sum, currency }) => ({
              key: posting,
              about: words.tooMuch(moneyText(sum, currency)),
              more: words.postingOf(posting, orderId),
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
