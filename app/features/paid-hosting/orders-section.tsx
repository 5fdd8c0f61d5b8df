// The section Orders of the manage screen: what came in, what went back, and what was paid without a card.
import { useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { moneyText } from '../../../contract/money.ts'
import { ORDER_STATES, type OrderState } from '../../../contract/order-words.ts'
import type { ManagedOrder } from '../../../contract/orders.ts'
import { ask } from '../../data/ask.ts'
import { useOnReturn } from '../../data/use-on-return.ts'
import { usePages } from '../../data/use-pages.ts'
import { NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LabelledField } from '../../ui/labelled-field.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import field from '../../ui/text-field.module.css'
import style from './paid-hosting.module.css'
import * as words from './order-words.tsx'

type Filter = OrderState | 'refunded' | ''

const SHOWN: Filter[] = [
  '',
  'to-pay',
  'paid',
  'refunded',
  ...ORDER_STATES.filter((one) => !['to-pay', 'paid'].includes(one)),
]

interface Asked {
  what: 'paid' | 'paid back'
  order: ManagedOrder
}

interface AskedProps extends Asked {
  eventId: number
  onDone: (changed: ManagedOrder) => void
  onClose: () => void
}

/** Once more, because it cannot be undone: what was ticked off has a receipt. */
function TickDialog({ what, order, eventId, onDone, onClose }: AskedProps) {
  const { isBusy, outcome, act } = useAct(NOT_SAVED)
  const { id: orderId, name, reference, due, toPayBack, currency } = order
  const isIn = what === 'paid'
  const sum = moneyText(isIn ? due : toPayBack, currency)
  const submit = () =>
    act(async () => {
      const params = { eventId, orderId }
      const { orders } = await loadApi()
      onDone(await ask(() => (isIn ? orders.markPaid({ params }) : orders.markRefunded({ params }))))
      return undefined
    })
  const guest = <strong dir="auto">{name}</strong>
  return (
    <Dialog
      open
      onClose={onClose}
      title={isIn ? words.haveYouReceived(sum) : words.haveYouPaidBack(sum)}
      locked={isBusy}
    >
      <div className="stack column gap-16">
        <p>{isIn ? words.aboutReceived(guest, reference) : words.aboutPaidBack(guest, reference)}</p>
        <FormMessage {...outcome} />
        <DialogActs
          act={isIn ? words.yesReceived : words.yesPaidBack}
          onAct={() => void submit()}
          isBusy={isBusy}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}

interface RowProps {
  order: ManagedOrder
  timeZone: string
  onAsk: (asked: Asked) => void
}

const OrderRow = ({ order, timeZone, onAsk }: RowProps) => (
  <li className={style.row}>
    <div className={style.facts}>
      <strong dir="auto">{order.name}</strong>
      <span className="quiet">{order.email}</span>
      <span>{words.stateText(order, timeZone)}</span>
      <span className="quiet">{words.orderText(order)}</span>
      {order.refunds.map((refund) => (
        <span key={refund.id}>{words.refundText(order, refund)}</span>
      ))}
    </div>
    <div className="row wrap gap-8">
      {order.due > 0 && (
        <Button
          look="outlined"
          onClick={() => onAsk({ what: 'paid', order })}
          aria-label={words.receivedFrom(order.name)}
        >
          Received
        </Button>
      )}
      {order.toPayBack > 0 && (
        <Button
          look="outlined"
          onClick={() => onAsk({ what: 'paid back', order })}
          aria-label={words.paidBackTo(order.name)}
        >
          {words.paidBack}
        </Button>
      )}
    </div>
  </li>
)

function Download({ eventId }: { eventId: number }) {
  const { isBusy, outcome, act } = useAct(words.listNotDownloaded)
  const download = () =>
    act(async () => {
      const { orders } = await loadApi()
      saveCsv(`orders-${eventId}.csv`, await orders.csvOfEvent({ params: { eventId } }))
      return undefined
    })
  return (
    <div className="stack column gap-8">
      <div>
        <Button look="outlined" disabled={isBusy} onClick={() => void download()}>
          {words.allOrdersCsv}
        </Button>
      </div>
      <FormMessage {...outcome} />
    </div>
  )
}

interface ListProps {
  event: Event
  filter: Filter
  onFilter: (filter: Filter) => void
}

function OrderList({ event, filter, onFilter }: ListProps) {
  const { id: eventId, timeZone } = event
  const { pages, next, hasFailed, isWaiting, isLoadingMore, reload, loadMore } = usePages(
    `orders ${eventId} ${filter}`,
    async (api, cursor) => {
      const query = { ...(cursor && { cursor }), ...(filter && { state: filter }) }
      const page = await api.orders.listOfEvent({ params: { eventId }, query })
      return { ...page, next: page.next === null ? null : String(page.next) }
    },
  )
  useOnReturn(reload)
  // What was ticked off stays in its place, also when it is no longer one of those that are shown.
  const [changed, setChanged] = useState<Record<number, ManagedOrder>>({})
  const [asked, setAsked] = useState<Asked | null>(null)
  const orders = pages.flatMap((page) => page.orders).map((order) => changed[order.id] ?? order)
  const sums = pages[0]?.sums ?? []

  if (isWaiting) return <Spinner label={words.loadingOrders} />
  if (hasFailed && pages.length === 0)
    return (
      <TryAgain onPress={reload}>
        <p>{words.ordersNotLoaded}</p>
      </TryAgain>
    )
  return (
    <>
      {sums.map((one) => (
        <dl key={one.currency} className={style.sums}>
          {words.sumRows(one).map(([label, sum]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{sum}</dd>
            </div>
          ))}
        </dl>
      ))}
      {(sums.length > 0 || filter !== '') && (
        <LabelledField label="Show">
          {(control) => (
            <select
              {...control}
              className={field.select}
              value={filter}
              onChange={({ target }) => onFilter(target.value as Filter)}
            >
              {SHOWN.map((one) => (
                <option key={one} value={one}>
                  {one === '' ? words.allOrders : words.FILTERS[one]}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      )}
      <p role="status" className="quiet">
        {hasFailed
          ? words.outOfDate
          : orders.length > 0
            ? ''
            : filter === ''
              ? words.nobodyHasOrdered
              : words.noOrdersHere}
      </p>
      {orders.length > 0 && <Download eventId={eventId} />}
      {orders.length > 0 && (
        <ul role="list" aria-label="Orders" className={style.rows}>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} timeZone={timeZone} onAsk={setAsked} />
          ))}
        </ul>
      )}
      {next && (
        <Button look="outlined" disabled={isLoadingMore} aria-busy={isLoadingMore} onClick={loadMore}>
          {words.moreOrders}
        </Button>
      )}
      {asked && (
        <TickDialog
          {...asked}
          eventId={eventId}
          onClose={() => setAsked(null)}
          onDone={(order) => {
            setChanged((known) => ({ ...known, [order.id]: order }))
            setAsked(null)
            reload()
          }}
        />
      )}
    </>
  )
}

export default function OrdersSection({ event }: { event: Event }) {
  const [filter, setFilter] = useState<Filter>('')
  return (
    <section className={style.section} aria-labelledby="orders-heading">
      <h2 id="orders-heading">Orders</h2>
      <OrderList key={filter} event={event} filter={filter} onFilter={setFilter} />
    </section>
  )
}
