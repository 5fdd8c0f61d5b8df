// Before a date of a series is saved: which dates are meant, what becomes of each, and how many people are notified.
import { useState } from 'react'
import { formatDate, formatTime, formatWeekday } from '../../../contract/dates.ts'
import { notifiedText } from '../../../contract/event-status.ts'
import { TEXT } from '../../../contract/limits.ts'
import type { SeriesChangeInput, SeriesPreview } from '../../../contract/series.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, isRefusal, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { changedFields } from './changed-fields.ts'
import { problemOf, readRepeats, ruleOf } from './repeats-draft.ts'
import style from './repeats.module.css'
import type { SaveDialogProps } from './props.ts'
import * as words from './words.tsx'

type Scope = 'this' | 'following' | 'all'
type Act = 'keep' | 'cancel' | 'delete'
type PlannedDate = SeriesPreview['dates'][number]

const usualAct = ({ wasEverBooked }: PlannedDate): Act => (wasEverBooked ? 'keep' : 'delete')

interface DateProps {
  date: PlannedDate
  timeZone: string
  act: Act
  onAct: (act: Act) => void
}

function DateLine({ date, timeZone, act, onAct }: DateProps) {
  const { startTime, what, wasEverBooked } = date
  const day = `${formatWeekday(startTime, timeZone)}, ${formatDate(startTime, timeZone)}`
  return (
    <li className={style.date}>
      <span>
        <span className={style.part}>{day},</span> <span className={style.part}>{formatTime(startTime, timeZone)}</span>
        <br />
        <span className={style.what}>{words.whatText(date)}</span>
      </span>
      {what === 'left-over' && (
        <select
          className={style.act}
          aria-label={words.whatToDoWith(day)}
          value={act}
          onChange={(event) => onAct(event.target.value as Act)}
        >
          <option value="keep">{words.keepIt}</option>
          <option value="cancel">{words.cancelIt}</option>
          {!wasEverBooked && <option value="delete">{words.deleteIt}</option>}
        </select>
      )}
    </li>
  )
}

export default function SaveDialog({ event, draft, initial, body, onThis, onDone, onClose }: SaveDialogProps) {
  const { seriesId = 0, seriesDay, timeZone } = event
  const repeats = readRepeats(draft.repeats)
  // A date that is a draft was not published with the others.
  const [scope, setScope] = useState<Scope>(repeats ? 'following' : event.isDraft ? 'all' : 'this')
  const [acts, setActs] = useState<Record<number, Act>>({})
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const params = { seriesId }
  const { loaded: series, reload } = useCall(`series ${seriesId}`, (api) => api.series.get({ params }))
  const version = series.state === 'loaded' ? series.value.settings?.version : undefined

  const problem = repeats ? problemOf(repeats, draft.startTime) : null
  const change: SeriesChangeInput = {
    scope: scope === 'all' ? 'all' : 'following',
    ...(scope === 'following' && seriesDay ? { from: seriesDay } : {}),
    version: version ?? 0,
    event: note.trim() ? { ...body, note } : body,
    changed: changedFields({ ...draft }, { ...initial }),
    eventId: event.id,
    ...(repeats ? { rule: ruleOf(repeats, draft.startTime) } : {}),
    leftOver: Object.entries(acts).map(([eventId, act]) => ({ eventId: Number(eventId), act })),
  }
  const isAsked = scope !== 'this' && version !== undefined && !problem
  const { loaded } = useCall(isAsked ? `${scope} ${version} ${JSON.stringify(acts)}` : null, (api) =>
    api.series.preview({ params, body: change }),
  )
  const failed = refusal ?? (loaded.state === 'failed' ? loaded.error : series.state === 'failed' ? series.error : null)
  const isMoved = draft.startTime.slice(0, 10) !== initial.startTime.slice(0, 10)
  const preview = scope !== 'this' && loaded.state === 'loaded' ? loaded.value : null

  const save = async () => {
    if (scope === 'this') return onThis()
    setBusy(true)
    setRefusal(null)
    try {
      const { series: calls } = await loadApi()
      const { dates } = await calls.update({ params, body: change })
      onDone(dates.find(({ id }) => id === event.id) ?? dates[0] ?? event, change.scope)
    } catch (error) {
      setRefusal(error)
      setBusy(false)
    }
  }

  const startAgain = () => {
    setRefusal(null)
    reload()
  }

  return (
    <Dialog open onClose={onClose} title={words.whichDates} locked={isBusy}>
      <div className="stack gap-16">
        <Choice
          label={words.saveFor}
          value={scope}
          options={[
            { value: 'this', label: words.thisDate, disabled: repeats !== null },
            { value: 'following', label: words.thisAndFollowing },
            { value: 'all', label: words.allDates },
          ]}
          onValueChange={setScope}
        />
        {scope !== 'this' && isMoved && !repeats && <p>{words.aboutSaveFor}</p>}
        {preview && (
          <ul role="list" className={style.planned} aria-label={words.whatHappens} tabIndex={0}>
            {preview.dates.map((date) => (
              <DateLine
                key={date.day}
                date={date}
                timeZone={timeZone}
                act={acts[date.eventId ?? 0] ?? usualAct(date)}
                onAct={(act) => setActs((known) => ({ ...known, [date.eventId ?? 0]: act }))}
              />
            ))}
          </ul>
        )}
        <p role="status" className={style.notified}>
          {preview && (preview.told > 0 ? notifiedText(preview.told) : words.nobodyIsNotified)}
        </p>
        {preview && preview.told > 0 && (
          <TextArea label={words.messageToGuests} value={note} onValueChange={setNote} maxLength={TEXT.note} rows={2} />
        )}
        <FormMessage problem={problem ?? (failed ? failureSentence(failed, NOT_SAVED) : null)} />
        {failed !== null && isRefusal(failed, 'series_changed') && (
          <Button look="outlined" onClick={startAgain}>
            {words.loadLatest}
          </Button>
        )}
        <DialogActs
          act={scope === 'this' ? words.saveThisDate : words.saveTheseDates}
          onAct={() => void save()}
          isBusy={isBusy || (scope !== 'this' && !preview)}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}
