// Can't come, Fewer of us, and Undo: on the ticket, in My Bookings and on the page of an email's link.
import { counted } from '../../../contract/counted.ts'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { formatDate, formatTime } from '../../../contract/dates.ts'
import type { OwnTicket } from '../../../contract/tickets.ts'
import { timeLeftText, useTimeLeft } from '../../ui/use-time-left.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { MoneyBack } from '../paid-events/slot.tsx'
import { FewerOfUs, WholeBooking, type GivableTicket } from './give-back-panels.tsx'
import style from './give-back.module.css'
import { useReturn, type Given, type ReturnOptions } from './use-return.ts'
import { useUnderTheFinger } from './use-under-the-finger.ts'
import * as words from './giving-words.ts'

/** What an email's buttons lead to, as in its link after the #. */
export const ANSWERS = ['coming', 'cannot-come', 'fewer'] as const
export type Answer = (typeof ANSWERS)[number]

interface Props extends Omit<ReturnOptions, 'ticketId'> {
  ticket: GivableTicket
  /** Also asks whether they are coming, as a reminder does. */
  asksComing?: boolean
  /** The answer that was pressed in the email: it is not done before it is pressed here. */
  pressed?: Answer
  /** It does not take place, so that nobody says that they cannot come. */
  isOff?: boolean
  /** text: below a card, where it must not call. */
  look?: 'outlined' | 'text'
  /** Of the event, where the ticket does not have it. */
  timeZone?: string
}

const placeCount = (count: number) => counted(count, 'place')

/** Of one seat it is the place; of several it is one of them. */
const places = (count: number, left: number) => (count > 1 || left > 0 ? placeCount(count) : 'your place')

/** "7 people are waiting for a place." */
export const waitingLine = (waiting: number) =>
  counted(waiting, 'person is waiting for a place.', 'people are waiting for a place.')

function Thanks({ given, left, waiting }: { given: number | null; left: number; waiting: number }) {
  const gave = left === 0 ? words.wereGivenBack : words.someWereGivenBack
  return (
    <p className={style.thanks}>
      <strong>{words.thankYou}</strong> {given === null ? gave : words.youGaveBack(places(given, left))}{' '}
      {waiting > 0 && waitingLine(waiting)}
    </p>
  )
}

/** Not confirmed in time. The place can be taken back while nobody else has it. */
function OnStandby({ standby, children }: { standby: NonNullable<OwnTicket['standby']>; children: ReactNode }) {
  return (
    <>
      <p className={style.thanks}>
        {words.didNotConfirm(standby.seats, standby.isFree ? words.stillFree : words.takenForNow(standby.position))}
      </p>
      {standby.isFree && <div className="row wrap gap-12">{children}</div>}
    </>
  )
}

export function GiveBack({ ticket, asksComing, pressed, isOff, look = 'outlined', timeZone, ...options }: Props) {
  const { id, numberOfTickets, admitted = 0, undoUntil, waiting = 0, sent = [] } = ticket
  const { isBusy, problem, giveBack, undo, answer } = useReturn({ ticketId: id, ...options })
  const showToast = useToast()
  const quiet = look === 'text' ? style.text : undefined
  const canGiveAll = admitted === 0
  const canGiveSome = numberOfTickets > Math.max(1, admitted)
  const [panel, setPanel] = useState<'whole' | 'fewer' | null>(() => {
    if (pressed === 'fewer' && canGiveSome) return 'fewer'
    return pressed === 'cannot-come' && canGiveAll && sent.length > 0 ? 'whole' : null
  })
  /** How many went with the last press here; null: before this screen was opened. */
  const [given, setGiven] = useState<number | null>(null)
  const undoLeft = useTimeLeft(undoUntil)
  const canUndo = undoLeft > 0
  const { standby, confirmUntil } = ticket
  const canGiveBack = numberOfTickets > admitted
  const { root, target, note, forget, onUndoFocus } = useUnderTheFinger(canUndo, undoUntil)
  const isOpen = canGiveBack && !canUndo
  const isAsking = isOpen && pressed !== undefined && !(pressed === 'coming' && ticket.coming)

  const first = useRef<HTMLDivElement>(null)
  const focusPressed = useEffectEvent(() => {
    // The answer that was pressed in the email, ready to be pressed again.
    if (isAsking) first.current?.querySelector<HTMLElement>('[data-pressed]')?.focus({ preventScroll: true })
  })
  // Only when the page is opened.
  useEffect(() => focusPressed(), [])

  const takeBack = async () => {
    note()
    if (!(await undo())) return forget()
    setGiven(null)
    setPanel(null)
    // In place of the one with Undo.
    showToast(words.undone)
  }

  const give = async (wanted: Given) => {
    note()
    if (!(await giveBack(wanted, numberOfTickets))) return forget()
    setPanel(null)
    setGiven(wanted.numberOfTickets)
    showToast(words.youGaveBack(places(wanted.numberOfTickets, numberOfTickets - wanted.numberOfTickets)), {
      action: { label: 'Undo', onPress: () => void latestUndo.current() },
    })
  }
  // The toast outlives the render that made it.
  const latestUndo = useRef(takeBack)
  useEffect(() => {
    latestUndo.current = takeBack
  })

  const lookOf = (which: Answer, otherwise: 'primary' | 'outlined' | 'text') =>
    isAsking ? (pressed === which ? 'primary' : 'outlined') : otherwise
  const marked = (which: Answer) => (isAsking && pressed === which ? { 'data-pressed': '' } : {})
  const coming = asksComing && (!ticket.coming || confirmUntil) && (
    <Button
      key="coming"
      look={lookOf('coming', 'primary')}
      {...marked('coming')}
      disabled={isBusy}
      onClick={() => void answer(true)}
    >
      Coming
    </Button>
  )
  const cannotCome = canGiveAll && (
    <Button
      key="cannot-come"
      ref={target}
      look={lookOf('cannot-come', look)}
      className={quiet}
      {...marked('cannot-come')}
      disabled={isBusy}
      aria-expanded={sent.length > 0 ? panel === 'whole' : undefined}
      onClick={() => (sent.length > 0 ? setPanel(panel === 'whole' ? null : 'whole') : void give({ numberOfTickets }))}
    >
      {isAsking && pressed === 'cannot-come' && sent.length === 0
        ? words.giveBackPlaces(places(numberOfTickets, 0))
        : isOff
          ? words.giveBack
          : words.cannotCome}
    </Button>
  )
  const fewer = canGiveSome && (
    <Button
      key="fewer"
      ref={canGiveAll ? undefined : target}
      look={lookOf('fewer', look)}
      className={quiet}
      {...marked('fewer')}
      disabled={isBusy}
      aria-expanded={panel === 'fewer'}
      onClick={() => setPanel(panel === 'fewer' ? null : 'fewer')}
    >
      {words.fewerOfUs}
    </Button>
  )
  const answers =
    pressed === 'cannot-come'
      ? [cannotCome, fewer, coming]
      : pressed === 'fewer'
        ? [fewer, cannotCome, coming]
        : [coming, cannotCome, fewer]

  const { payment } = ticket
  const money = payment && (
    <MoneyBack
      payment={payment}
      seats={numberOfTickets}
      timeZone={ticket.event?.timeZone ?? timeZone ?? 'UTC'}
      canUndo={canUndo}
      isSilent
    />
  )

  return (
    <div ref={root} tabIndex={-1} className={style.giveBack}>
      {standby && (
        <OnStandby standby={standby}>
          <Button ref={target} disabled={isBusy} onClick={() => void takeBack()}>
            {words.takeMyPlaceBack}
          </Button>
        </OnStandby>
      )}
      {isOpen && confirmUntil && ticket.event && (
        <p className={style.notYet}>
          {words.sayYouAreComing(
            formatDate(confirmUntil, ticket.event.timeZone),
            formatTime(confirmUntil, ticket.event.timeZone),
          )}
        </p>
      )}
      {(canUndo || (numberOfTickets === 0 && !standby)) && (
        <Thanks given={given} left={numberOfTickets} waiting={waiting} />
      )}
      {(canUndo || numberOfTickets === 0) && money}
      {canUndo && (
        <div className="row wrap gap-12">
          <Button
            ref={target}
            look={look}
            className={quiet}
            disabled={isBusy}
            onFocus={() => onUndoFocus(true)}
            onBlur={() => onUndoFocus(false)}
            onClick={() => void takeBack()}
          >
            Undo <span className={style.left}>{timeLeftText(undoLeft)} left</span>
          </Button>
        </div>
      )}
      {isOpen && (
        <>
          {isAsking && pressed && (
            <p className={style.notYet} role="status">
              <strong>{words.notDoneYet}</strong> {words.NOT_YET[pressed]}
            </p>
          )}
          {asksComing && ticket.coming && !confirmUntil && <p className={style.thanks}>{words.seeYouThere}</p>}
          {money}
          <div ref={first} className="row wrap gap-12">
            {answers}
          </div>
          {panel === 'whole' && (
            <WholeBooking
              ticket={ticket}
              isBusy={isBusy}
              isCalling={isAsking}
              onGive={(wanted) => void give(wanted)}
              onKeep={() => {
                setPanel(null)
                target.current?.focus({ preventScroll: true })
              }}
            />
          )}
          {panel === 'fewer' && <FewerOfUs ticket={ticket} isBusy={isBusy} onGive={(wanted) => void give(wanted)} />}
        </>
      )}
      <FormMessage problem={problem} />
    </div>
  )
}
