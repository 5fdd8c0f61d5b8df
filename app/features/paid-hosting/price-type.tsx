// In the event form: free, or paid and how.
import { useEffect, useEffectEvent, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { TEXT } from '../../../contract/limits.ts'
import { moneyText, vatIn } from '../../../contract/money.ts'
import type { PayBy } from '../../../contract/order-words.ts'
import { useCall } from '../../data/use-call.ts'
import { isTrue } from '../../lib/money.ts'
import { Choice } from '../../ui/choice.tsx'
import { TryAgain } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { readPrice, readVat } from './price-text.ts'
import { newPrice, problemsOf, toTyped, type PriceProblems, type TypedPrice } from './typed-price.ts'
import style from './paid-hosting.module.css'
import * as words from './price-words.ts'

export interface PriceTypeProps {
  event: Event | null
  /** The event that this one is a copy of: it costs what that costs. */
  copied: Event | null
  /** Null: nothing was typed that is not saved. */
  typed: TypedPrice | null
  onType: (typed: TypedPrice | null) => void
  /** What the event has that a paid one cannot have. */
  clashes: string[]
  /** Somebody has tried to save: what is empty is wrong from now on. */
  wasAttempted: boolean
}

interface FieldsProps {
  typed: TypedPrice
  ways: PayBy[]
  problems: PriceProblems
  onType: (typed: TypedPrice) => void
}

/** What the guests see of the price as it is typed. */
function priceHint({ price, currency, vat }: TypedPrice): string {
  const [read, rate] = [readPrice(price, currency), readVat(vat)]
  if (read.problem !== undefined) return words.pricesAreIn(currency)
  const sum = moneyText(read.minor, currency)
  return rate.problem !== undefined || rate.rate === null
    ? words.guestsPay(sum)
    : words.guestsPayWithVat(sum, moneyText(vatIn(read.minor, rate.rate), currency))
}

function Money({ typed, problems, onType }: Omit<FieldsProps, 'ways'>) {
  const change = (changes: Partial<TypedPrice>) => onType({ ...typed, ...changes })
  return (
    <div className={style.pair}>
      <TextField
        label={words.priceOfPlace}
        inputMode="decimal"
        autoComplete="off"
        required
        value={typed.price}
        onValueChange={(price) => change({ price })}
        invalid={problems.price !== undefined}
        hint={problems.price ?? priceHint(typed)}
      />
      <TextField
        label={words.vatInPercent}
        inputMode="decimal"
        autoComplete="off"
        value={typed.vat}
        onValueChange={(vat) => change({ vat })}
        invalid={problems.vat !== undefined}
        hint={problems.vat ?? words.aboutVat}
      />
    </div>
  )
}

function Ways({ typed, ways, problems, onType }: FieldsProps) {
  const { payBy } = typed
  return (
    <div role="group" aria-label={words.howGuestsCanPay} className="stack column gap-16">
      <p className={style.label}>{words.howGuestsCanPay}</p>
      {ways.map((way) => (
        <Switch
          key={way}
          {...words.WAYS[way]}
          checked={payBy.includes(way)}
          onChange={(isOn) =>
            onType({ ...typed, payBy: ways.filter((one) => (one === way ? isOn : payBy.includes(one))) })
          }
        />
      ))}
      {problems.payBy && (
        <p role="alert" className={style.problem}>
          {problems.payBy}
        </p>
      )}
      {payBy.includes('transfer') && (
        <TextArea
          label={words.whereToSendMoney}
          required
          rows={3}
          maxLength={TEXT.publicText}
          value={typed.transferTo}
          onValueChange={(transferTo) => onType({ ...typed, transferTo })}
          invalid={problems.transferTo !== undefined}
          hint={problems.transferTo ?? words.aboutWhereToSend}
        />
      )}
    </div>
  )
}

function Refunds({ typed, problems, onType }: Omit<FieldsProps, 'ways'>) {
  const { refundDays } = typed
  return (
    <div className="stack column gap-16">
      <Choice
        label={words.ifPlaceIsGivenBack}
        value={refundDays === '' ? 'never' : 'until'}
        options={[
          { value: 'until', label: words.moneyBack },
          { value: 'never', label: words.noRefund },
        ]}
        onValueChange={(value) => onType({ ...typed, refundDays: value === 'never' ? '' : '7' })}
      />
      {refundDays !== '' && (
        <TextField
          label={words.untilDaysBefore}
          inputMode="numeric"
          autoComplete="off"
          // Emptied, it is still a number to be typed: no refund is chosen above.
          value={refundDays.trim()}
          onValueChange={(days) => onType({ ...typed, refundDays: days || ' ' })}
          invalid={problems.refundDays !== undefined}
          hint={problems.refundDays ?? words.zeroMeansStart}
        />
      )}
      <p className="quiet">{words.ifYouCancel}</p>
    </div>
  )
}

/** Empty fields are only wrong once somebody has tried to save. */
function shownProblems(typed: TypedPrice, wasAttempted: boolean): PriceProblems {
  const { price, transferTo, ...rest } = problemsOf(typed)
  return {
    ...rest,
    ...((wasAttempted || typed.price !== '') && { price }),
    ...((wasAttempted || typed.transferTo !== '') && { transferTo }),
  }
}

function useStored({ event, copied, typed, onType }: PriceTypeProps) {
  const original = event ?? copied
  const isPaid = original !== null && !isTrue(original.isFreeOfCharge)
  const eventId = original?.id ?? 0
  const { loaded, reload } = useCall(isPaid ? `price of ${eventId}` : null, (api) =>
    api.orders.price({ params: { eventId }, query: {} }),
  )
  const stored = loaded.state === 'loaded' ? loaded.value : null
  // What is copied has to be saved for the new event as if it had been typed.
  const copy = useEffectEvent(() => {
    if (stored && copied && !event && !typed) onType(toTyped(stored))
  })
  useEffect(() => copy(), [stored])
  return { isPaid, stored, hasFailed: loaded.state === 'failed', reload }
}

export default function PriceType(props: PriceTypeProps) {
  const { event, typed, onType, clashes, wasAttempted } = props
  const options = useCall('price options', (api) => api.orders.options({}))
  const { isPaid, stored, hasFailed, reload } = useStored(props)
  // What was typed before somebody thought better of it.
  const [left, setLeft] = useState<TypedPrice | null>(null)
  const given = options.loaded.state === 'loaded' ? options.loaded.value : null
  const present = typed ?? (stored ? toTyped(stored) : null)
  const isFree = typed ? typed.isFree : !isPaid
  const isBooked = event !== null && event.ticketsLeft < event.capacity
  const ways = given?.ways ?? []
  const isOff = given !== null && ways.length === 0

  const choose = (value: 'free' | 'paid') => {
    if (!given) return
    if (value === 'free') {
      setLeft(present)
      // Back to what is saved is nothing typed.
      onType(isPaid || stored ? { ...(present ?? newPrice(given.currency, ways)), isFree: true } : null)
    } else onType({ ...(left ?? present ?? newPrice(given.currency, ways)), isFree: false })
  }

  return (
    <div className="stack column gap-16">
      <Choice
        label={words.priceType}
        value={isFree ? 'free' : 'paid'}
        options={[
          { value: 'free', label: 'Free', disabled: isBooked && !isFree },
          { value: 'paid', label: 'Paid', disabled: !given || isOff || (isBooked && isFree) },
        ]}
        onValueChange={choose}
      />
      {isOff && <p className="quiet">{words.nothingCanBePaid}</p>}
      {isBooked && <p className="quiet">{isFree ? words.staysFree : words.staysPaid}</p>}
      {(options.loaded.state === 'failed' || hasFailed) && (
        <TryAgain onPress={() => (hasFailed ? reload() : options.reload())}>
          <p>{words.priceNotLoaded}</p>
        </TryAgain>
      )}
      {!isFree && !present && !hasFailed && <Spinner label={words.loadingPrice} />}
      {!isFree && present && given && (
        <section aria-label="Price" className={style.fields}>
          {clashes.length > 0 && (
            <p role="alert" className={style.problem}>
              {words.cannotHave(clashes.join(' '))}
            </p>
          )}
          <Money typed={present} problems={shownProblems(present, wasAttempted)} onType={onType} />
          <Ways
            typed={present}
            ways={ways.length > 0 ? ways : present.payBy}
            problems={shownProblems(present, wasAttempted)}
            onType={onType}
          />
          <Refunds typed={present} problems={shownProblems(present, wasAttempted)} onType={onType} />
        </section>
      )}
    </div>
  )
}
