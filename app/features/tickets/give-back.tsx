// Can't come, Fewer of us, and Undo: on the ticket, in My Bookings and on the page of a mail's link.
import { useState } from 'react'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { timeLeftText, useTimeLeft } from '../../ui/use-time-left.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import style from './give-back.module.css'
import { useReturn, type ReturnOptions } from './use-return.ts'

export type GivableTicket = Pick<OwnTicket, 'id' | 'numberOfTickets'> &
  Partial<Pick<OwnTicket, 'admitted' | 'undoUntil' | 'waiting' | 'coming'>>

interface Props extends Omit<ReturnOptions, 'ticketId'> {
  ticket: GivableTicket
  /** Also asks whether they are coming, as a reminder does. */
  asksComing?: boolean
  /** text: below a card, where it must not call. */
  look?: 'outlined' | 'text'
}

/** Of one seat it is the place; of several it is one of them. */
const places = (count: number, left: number) => (count > 1 ? `${count} places` : left > 0 ? '1 place' : 'your place')

/** "7 people are waiting for a place." */
export const waitingLine = (waiting: number) =>
  waiting === 1 ? '1 person is waiting for a place.' : `${waiting} people are waiting for a place.`

function Thanks({ given, left, waiting }: { given: number | null; left: number; waiting: number }) {
  return (
    <p className={style.thanks}>
      <strong>Thank you!</strong>{' '}
      {given === null ? 'Your places were given back.' : `You gave ${places(given, left)} back.`}{' '}
      {waiting > 0 && waitingLine(waiting)}
    </p>
  )
}

interface FewerProps {
  ticket: GivableTicket
  disabled: boolean
  onChoose: (coming: number) => void
}

function FewerOfUs({ ticket: { numberOfTickets, admitted = 0 }, disabled, onChoose }: FewerProps) {
  const least = Math.max(1, admitted)
  const counts = Array.from({ length: numberOfTickets - least }, (_, index) => numberOfTickets - 1 - index)
  return (
    <div role="group" aria-label="How many of you are coming?" className={style.fewer}>
      <p>How many of you are coming?</p>
      <div className={style.acts}>
        {counts.map((count) => (
          <Button key={count} look="outlined" disabled={disabled} onClick={() => onChoose(count)}>
            {count === 1 ? 'Only 1' : count}
          </Button>
        ))}
      </div>
    </div>
  )
}

export function GiveBack({ ticket, asksComing, look = 'outlined', ...options }: Props) {
  const { id, numberOfTickets, admitted = 0, undoUntil, waiting = 0 } = ticket
  const { isBusy, problem, giveBack, undo, answer } = useReturn({ ticketId: id, ...options })
  const quiet = look === 'text' ? style.text : undefined
  const [isChoosing, setChoosing] = useState(false)
  /** How many went with the last press here; null: before this screen was opened. */
  const [given, setGiven] = useState<number | null>(null)
  const undoLeft = useTimeLeft(undoUntil)
  const canUndo = undoLeft > 0
  const canGiveBack = numberOfTickets > admitted

  const give = (count: number) => {
    setChoosing(false)
    setGiven(count)
    void giveBack(count, numberOfTickets)
  }

  return (
    <div className={style.giveBack}>
      <div role="status">
        {(canUndo || numberOfTickets === 0) && <Thanks given={given} left={numberOfTickets} waiting={waiting} />}
      </div>
      {canUndo && (
        <div className={style.acts}>
          <Button look={look} className={quiet} disabled={isBusy} onClick={() => void undo()}>
            Undo <span className={style.left}>{timeLeftText(undoLeft)} left</span>
          </Button>
        </div>
      )}
      {canGiveBack && !canUndo && (
        <>
          {asksComing && ticket.coming && <p className={style.thanks}>You said that you’re coming. See you there!</p>}
          <div className={style.acts}>
            {asksComing && !ticket.coming && (
              <Button disabled={isBusy} onClick={() => void answer(true)}>
                Coming
              </Button>
            )}
            {admitted === 0 && (
              <Button look={look} className={quiet} disabled={isBusy} onClick={() => give(numberOfTickets)}>
                Can't come
              </Button>
            )}
            {numberOfTickets > Math.max(1, admitted) && (
              <Button
                look={look}
                className={quiet}
                disabled={isBusy}
                aria-expanded={isChoosing}
                onClick={() => setChoosing(!isChoosing)}
              >
                Fewer of us
              </Button>
            )}
          </div>
          {isChoosing && (
            <FewerOfUs ticket={ticket} disabled={isBusy} onChoose={(coming) => give(numberOfTickets - coming)} />
          )}
        </>
      )}
      <FormMessage problem={problem} />
    </div>
  )
}
