import { useEffect, useState } from 'react'
import { DOOR, TICKETS_PER_BOOKING } from '../../contract/limits.ts'
import type { Door } from './door.ts'
import type { Shown } from './door-view.ts'
import type { Verdict } from './verdict.ts'
import { VerdictShape } from './verdict-looks.tsx'
import { explain, wordOf } from './verdict-words.ts'
import style from './verdict-card.module.css'
import * as words from './words.ts'

/** For ten seconds; later it is undone in the list, with a reason. */
function UndoButton({ door, id }: { door: Door; id: string }) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), DOOR.undoSeconds * 1000)
    return () => clearTimeout(timer)
  }, [])
  if (isOver) return null
  return (
    <button type="button" className={style.button} onClick={() => void door.undo(id)}>
      Undo
    </button>
  )
}

/** 'Let Aoife in', or 'All 3', '+1', '+2': the one that is usually wanted is filled. */
function Seats({ door, free, name }: { door: Door; free: number; name?: string }) {
  return (
    <>
      <button type="button" className={style.main} onClick={() => void door.admit(free)}>
        {/* 'Aoife, with Niamh Kelly': the card says the rest. */}
        {words.letThemIn(free, name?.split(', ')[0])}
      </button>
      {Array.from({ length: free - 1 }, (_, at) => at + 1).map((count) => (
        <button key={count} type="button" className={style.button} onClick={() => void door.admit(count)}>
          +{count}
        </button>
      ))}
    </>
  )
}

/** One press: paid, and in if it is one place. */
function Payment({ door, verdict: { kind, seats = 1, inside = 0 }, sum }: PaymentProps) {
  return (
    <>
      <button type="button" className={style.main} onClick={() => void door.pay()}>
        {kind === 'to-pay' && seats - inside === 1 ? words.paidAndIn(sum) : words.paidSum(sum)}
      </button>
      {kind === 'to-pay' && (
        <button type="button" className={style.button} onClick={() => door.letInUnpaid()}>
          {words.paysLater}
        </button>
      )}
    </>
  )
}

interface PaymentProps {
  door: Door
  verdict: Verdict
  sum: string
}

export function VerdictCard({ door, shown, timeZone }: { door: Door; shown: Shown; timeZone: string }) {
  const { verdict, scanId, turn } = shown
  const { kind, name, seats = 0, inside = 0, toPay } = verdict
  const mayBeMore = kind === 'unverified' && inside < TICKETS_PER_BOOKING.max
  return (
    <section className={style.card} data-verdict={kind} aria-label="Verdict" key={turn}>
      <VerdictShape kind={kind} className={style.shape} />
      <div role="alert" className={style.words}>
        <p className={style.word}>{wordOf(verdict)}</p>
        {name && (
          <p className={style.name} dir="auto">
            {name}
          </p>
        )}
        <p className={style.text}>{explain(verdict, timeZone)}</p>
        {toPay && kind !== 'to-pay' && <p className={style.text}>{words.toPay(toPay.sum)}</p>}
      </div>
      <div className={style.actions}>
        {toPay && <Payment door={door} verdict={verdict} sum={toPay.sum} />}
        {kind === 'choose' && <Seats door={door} free={seats - inside} name={name ?? undefined} />}
        {kind === 'standby' && scanId === undefined && <Seats door={door} free={seats} name={name ?? undefined} />}
        {mayBeMore && (
          <button type="button" className={style.button} onClick={() => void door.admit(1)}>
            {words.oneMore}
          </button>
        )}
        {scanId && <UndoButton key={scanId} door={door} id={scanId} />}
        <button type="button" className={style.quiet} onClick={() => door.dismiss()}>
          Close
        </button>
      </div>
    </section>
  )
}
