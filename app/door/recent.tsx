import { useState, type FormEvent } from 'react'
import { formatTime } from '../../contract/dates.ts'
import { DEFAULT_CURRENCY, moneyText } from '../../contract/money.ts'
import { DEFAULT_TIME_ZONE } from '../../contract/zoned-time.ts'
import { DOOR } from '../../contract/limits.ts'
import type { Door } from './door.ts'
import type { DoorView } from './door-view.ts'
import type { KeptScan } from './kept-scan.ts'
import style from './tools.module.css'
import * as words from './words.ts'

function Scan({ door, scan, currency }: { door: Door; scan: KeptScan; currency: string | undefined }) {
  const { kind, name, seats, isUnverified, state, result, amount = 0 } = scan
  const who = kind === 'walk-in' ? (name ?? 'Walk-in') : (door.nameOf(scan) ?? 'Ticket')
  const notes = [
    isUnverified && !result && 'not verified',
    result?.verdict === 'already-in' && 'was already in',
    result?.verdict === 'returned' && 'was given back',
    kind === 'paid' && result && result.verdict !== 'admitted' && 'not recorded: the amount has changed',
    state === 'unsent' && 'not sent',
    state === 'refused' && 'not taken',
  ].filter(Boolean)
  const what = kind === 'paid' ? `paid ${moneyText(amount, currency ?? DEFAULT_CURRENCY)}` : `+${seats}`
  return [`${who} ${what}`, ...notes].join(' · ')
}

function Undo({ door, id }: { door: Door; id: string }) {
  const [reason, setReason] = useState<string | null>(null)
  if (reason === null)
    return (
      <button type="button" className={style.small} onClick={() => setReason('')}>
        Undo
      </button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void door.undo(id, reason.trim() || undefined)
  }
  return (
    <form className={style.line} onSubmit={submit}>
      <label className={style.field}>
        <span>Why?</span>
        <input
          value={reason}
          required
          maxLength={DOOR.reasonLength}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <button type="submit" className={style.small}>
        Undo
      </button>
    </form>
  )
}

/** What this device has let in, the newest first. */
export function Recent({ door, view }: { door: Door; view: DoorView }) {
  const timeZone = view.state?.event.timeZone ?? DEFAULT_TIME_ZONE
  return (
    <ul role="list" className={style.recent}>
      {view.recent.map((scan) => (
        <li key={scan.id} className={style.entry}>
          <span>
            {formatTime(new Date(scan.at).toISOString(), timeZone)}{' '}
            <Scan door={door} scan={scan} currency={view.state?.event.currency} />
          </span>
          {view.isUndone(scan.id) ? <span>Undone</span> : scan.kind !== 'paid' && <Undo door={door} id={scan.id} />}
        </li>
      ))}
      {view.recent.length === 0 && <li>{words.nobodyYet}</li>}
    </ul>
  )
}
