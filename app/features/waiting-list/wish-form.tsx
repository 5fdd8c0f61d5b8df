import { useState, type FormEvent } from 'react'
import { TICKETS_PER_BOOKING } from '../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Wish } from './use-entry-calls.ts'
import style from './waiting-list.module.css'
import * as dialogWords from './dialog-words.tsx'

interface Props {
  initial?: Wish
  /** For one person, where the event has such a limit. */
  most?: number
  /** Nobody is booked without being asked: places are paid for. */
  asksFirst?: boolean | undefined
  label: string
  isBusy: boolean
  onSubmit: (wish: Wish) => void
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** How many, what if fewer become free, and whether to ask first. */
export function WishForm({ initial, most = TICKETS_PER_BOOKING.max, asksFirst, label, isBusy, onSubmit }: Props) {
  const [count, setCount] = useState(initial?.numberOfTickets ?? 1)
  const [least, setLeast] = useState(initial?.atLeast ?? 1)
  const [isAllOrNothing, setAllOrNothing] = useState(initial ? initial.atLeast === initial.numberOfTickets : true)
  const [automatic, setAutomatic] = useState((!asksFirst && initial?.automatic) ?? false)
  const atLeast = isAllOrNothing ? count : Math.min(least, count)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit({ numberOfTickets: count, atLeast, automatic })
  }

  const { min, max } = TICKETS_PER_BOOKING
  return (
    <form className={style.form} onSubmit={submit}>
      <Choice
        label={dialogWords.howManyPlaces}
        options={numbers(min, Math.min(max, most)).map((value) => ({ value: String(value), label: String(value) }))}
        value={String(count)}
        onValueChange={(value) => setCount(Number(value))}
      />
      {count > 1 && (
        <Choice
          label={dialogWords.ifFewerComeUp}
          options={[
            { value: String(count), label: dialogWords.allOrNothing },
            ...numbers(1, count - 1).map((value) => ({ value: String(value), label: dialogWords.atLeast(value) })),
          ]}
          value={String(atLeast)}
          onValueChange={(value) => {
            setAllOrNothing(Number(value) === count)
            setLeast(Number(value))
          }}
        />
      )}
      {!asksFirst && (
        <Switch
          label={dialogWords.bookForMe}
          description={dialogWords.aboutBookForMe}
          checked={automatic}
          onChange={setAutomatic}
        />
      )}
      <Button type="submit" wide disabled={isBusy} aria-busy={isBusy}>
        {label}
      </Button>
    </form>
  )
}
