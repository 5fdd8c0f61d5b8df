// What BOOK opens for an event that is paid here: the price as it is now, the last press, and the way to the till.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { DAY } from '../../../contract/durations.ts'
import type { Event } from '../../../contract/events.ts'
import { TRANSFER } from '../../../contract/limits.ts'
import { ask } from '../../data/ask.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, failureStatus, isRefusal } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { interruptible } from '../../session/interrupted.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { OrderDialog } from './order-dialog.tsx'
import style from './paid-events.module.css'
import { placeOrder, type Placed, type Wish } from './place-order.ts'
import type { Price } from './words.tsx'
import * as words from './words.tsx'

/** Banks need their days: it is refused any later. */
const waysNow = ({ payBy }: Price, startTime: string) =>
  payBy.filter((way) => way !== 'transfer' || Date.parse(startTime) - Date.now() >= TRANSFER.untilDaysBefore * DAY)

/** The same press again has the same key, so that it orders once; another wish is another order. */
function useKey() {
  const last = useRef({ wish: '', key: '' })
  return (wish: object) => {
    const text = JSON.stringify(wish)
    if (last.current.wish !== text) last.current = { wish: text, key: randomKey() }
    return last.current.key
  }
}

/** Back from the till by the browser's own button: the page is as it was left, and what it waits for will not come. */
function useOnComeBack(callback: () => void) {
  const latest = useEffectEvent(callback)
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && latest()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])
}

/** To the page of the card provider. */
const go = (url: string) => location.assign(url)

interface Props {
  event: Event
  seats: number
  onClose: () => void
}

function useOrdering({ event, seats, onClose }: Props, onRefused: () => void) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const keyOf = useKey()
  useOnComeBack(() => setBusy(false))

  const order = async (wish: Wish) => {
    setBusy(true)
    setProblem(null)
    // As BOOK itself does: after signing in again the order is open again.
    const interrupt = interruptible(pathname, { numberOfTickets: seats })
    try {
      const idempotencyKey = keyOf({ ...wish, seats })
      const placed: Placed = await placeOrder(await loadApi(), { event, seats, wish, idempotencyKey }, ask)
      if (placed.till) go(placed.till)
      else await navigate(`/orders/${placed.orderId}`, { state: { problem: placed.problem } })
    } catch (error) {
      setBusy(false)
      if (failureStatus(error) === 401) {
        onClose()
        return interrupt()
      }
      setProblem(failureSentence(error, words.orderNotPlaced))
      if (isRefusal(error, 'price_changed') || isRefusal(error, 'order_open')) onRefused()
      void revalidate()
    }
  }
  return { isBusy, problem, order }
}

export default function OrderPlaces(props: Props) {
  const { event, seats, onClose } = props
  const { loaded, reload, refresh } = useCall(`price of ${event.id}`, async ({ orders }) => {
    const params = { eventId: event.id }
    const [price, own] = await Promise.all([
      orders.price({ params, query: { key: event.key } }),
      orders.list({ query: params }),
    ])
    return { price, open: own.find(({ state }) => state === 'open') }
  })
  const { isBusy, problem, order } = useOrdering(props, refresh)

  if (loaded.state !== 'loaded')
    return (
      <Dialog open onClose={onClose} title={words.yourOrder}>
        {loaded.state === 'loading' ? (
          <Spinner label={words.loadingPrice} />
        ) : (
          <TryAgain onPress={reload}>
            <p>{failureSentence(loaded.error, words.priceNotLoaded)}</p>
          </TryAgain>
        )}
      </Dialog>
    )
  const { price, open } = loaded.value
  const ways = words.isPriced(price) ? waysNow(price, event.startTime) : []
  if (open)
    return (
      <Dialog open onClose={onClose} title={words.yourOrder}>
        <div className={style.order}>
          <p role="alert">{words.orderNotPaidYet}</p>
          <ButtonLink to={`/orders/${open.id}`}>{words.goToYourOrder}</ButtonLink>
        </div>
      </Dialog>
    )
  if (!words.isPriced(price) || ways.length === 0)
    return (
      <Dialog open onClose={onClose} title={words.yourOrder}>
        <p role="alert">
          {price.unitPrice === null
            ? words.noPriceAnyMore
            : price.payBy.length === 0
              ? words.nothingCanBePaid
              : words.tooLateToTransfer}
        </p>
      </Dialog>
    )
  return (
    <OrderDialog
      event={event}
      price={{ ...price, payBy: ways }}
      seats={seats}
      isBusy={isBusy}
      problem={problem}
      onOrder={(wish) => void order(wish)}
      onClose={onClose}
    />
  )
}
