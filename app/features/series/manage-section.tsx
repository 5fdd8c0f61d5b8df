// The series on the screen Manage of one of its dates: skip, pause, end, extra days, and who is booked for every date.
import { counted } from '../../../contract/counted.ts'
import { useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { formatDate } from '../../../contract/dates.ts'
import { seriesPath } from '../../../contract/event-access.ts'
import { TEXT } from '../../../contract/limits.ts'
import { SERIES_TEXTS, type Series } from '../../../contract/series.ts'
import { dayIn } from '../../../contract/zoned-time.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence, NOT_SAVED } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { isTrue } from '../../lib/money.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { DialogActs } from '../../ui/dialog-acts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useHasPaidEvents } from '../paid-events/slot.tsx'
import style from './repeats.module.css'
import { dayName } from './rule-fields.tsx'
import type { SeriesSectionProps } from './props.ts'
import * as words from './words.tsx'

type Settings = NonNullable<Series['settings']>
type Calls = Awaited<ReturnType<typeof loadApi>>['series']
type Act = 'skip' | 'pause' | 'end'

interface DialogProps {
  act: Act
  seriesId: number
  day: string
  today: string
  onDone: (series: Series) => void
  onClose: () => void
}

function ActDialog({ act, seriesId, day, today, onDone, onClose }: DialogProps) {
  const { title, text, button } = words.ACTS[act]
  const [from, setFrom] = useState(day > today ? day : today)
  const [until, setUntil] = useState('')
  const [booked, setBooked] = useState<'keep' | 'cancel'>('keep')
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const params = { seriesId }

  const send = (calls: Calls) => {
    const word = note.trim() ? { note } : {}
    if (act === 'skip') return calls.skip({ params, body: { day, ...word } })
    if (act === 'pause') return calls.pause({ params, body: { from, until, booked, ...word } })
    return calls.end({ params, body: { from, booked, ...word } })
  }
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const { series } = await loadApi()
      onDone(await send(series))
    } catch (error) {
      setProblem(failureSentence(error, NOT_SAVED))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={title} locked={isBusy}>
      <form className="stack gap-16" onSubmit={(submitted) => void submit(submitted)}>
        {act === 'skip' && <p className="strong">{dayName(day)}</p>}
        <p>{text}</p>
        {act !== 'skip' && (
          <TextField
            label={words.firstDayWithout}
            type="date"
            required
            min={today}
            value={from}
            onValueChange={setFrom}
          />
        )}
        {act === 'pause' && (
          <TextField
            label={words.startsAgainOn}
            type="date"
            required
            min={from}
            value={until}
            onValueChange={setUntil}
          />
        )}
        {act !== 'skip' && (
          <Choice
            label={words.bookedDates}
            value={booked}
            options={[
              { value: 'keep', label: words.stillTakePlace },
              { value: 'cancel', label: words.areCancelled },
            ]}
            onValueChange={setBooked}
          />
        )}
        {(act === 'skip' || booked === 'cancel') && (
          <TextArea label={words.messageToGuests} value={note} onValueChange={setNote} maxLength={TEXT.note} rows={3} />
        )}
        <FormMessage problem={problem} />
        <DialogActs act={button} ends={act !== 'pause'} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

type Save = (body: Omit<Parameters<Calls['saveSettings']>[0]['body'], 'version'>, done: string) => Promise<boolean>

interface PartProps {
  settings: Settings
  isBusy: boolean
  save: Save
}

/** Days besides those of the rule, and days that were left out. */
function NamedDays({ settings, today, isBusy, save }: PartProps & { today: string }) {
  const [day, setDay] = useState('')
  const { extraDays, skippedDays } = settings
  const isToCome = (one: string) => one >= today
  const add = (one: string) => save({ extraDays: [...extraDays, one] }, words.dayAdded(dayName(one)))
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    if (await add(day)) setDay('')
  }
  return (
    <>
      <form className={style.add} onSubmit={(submitted) => void submit(submitted)}>
        <TextField label={words.anExtraDay} type="date" required min={today} value={day} onValueChange={setDay} />
        <Button type="submit" look="outlined" disabled={isBusy || extraDays.includes(day)}>
          {words.addDay}
        </Button>
      </form>
      <ul role="list" className={style.dates} aria-label={words.extraAndLeftOut}>
        {extraDays.filter(isToCome).map((one) => (
          <li key={one} className={style.date}>
            <span>{words.extraDay(dayName(one))}</span>
            <Button
              look="text"
              disabled={isBusy}
              aria-label={words.removeDay(dayName(one))}
              onClick={() =>
                void save({ extraDays: extraDays.filter((other) => other !== one) }, words.dayRemoved(dayName(one)))
              }
            >
              Remove
            </Button>
          </li>
        ))}
        {skippedDays.filter(isToCome).map((one) => (
          <li key={one} className={style.date}>
            <span>{words.dayLeftOut(dayName(one))}</span>
            <Button
              look="text"
              disabled={isBusy}
              aria-label={words.putBackDay(dayName(one))}
              onClick={() => void add(one)}
            >
              {words.putBack}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function StandingList({ seriesId, timeZone, count }: { seriesId: number; timeZone: string; count: number }) {
  const [isOpen, setOpen] = useState(false)
  const key = isOpen ? `standing ${seriesId} ${count}` : null
  const { loaded } = useCall(key, (api) => api.series.listStanding({ params: { seriesId } }))
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={style.summary}>{words.bookedForEvery(count)}</summary>
      {loaded.state === 'failed' && <p>{words.listNotLoaded}</p>}
      {loaded.state === 'loaded' && (
        <ul role="list" className={style.dates}>
          {loaded.value.map(({ name, numberOfTickets, since }, index) => (
            <li key={`${since} ${index}`} className={style.date}>
              <span>{name}</span>
              <span className={style.what}>
                {words.seatsSince(counted(numberOfTickets, 'seat'), formatDate(since, timeZone))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

/** Whether people may be booked for every date, and for how many seats of each. */
function Standing({ series, settings, isBusy, save }: PartProps & { series: Series }) {
  const [seats, setSeats] = useState(String(settings.standingSeats ?? ''))
  const { id, timeZone, standingAllowed } = series
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    void save({ standingSeats: seats === '' ? null : Number(seats) }, words.seatsSaved)
  }
  return (
    <>
      <Switch
        label={words.mayBeBooked}
        description={words.aboutMayBeBooked}
        checked={standingAllowed}
        locked={isBusy}
        onChange={(isAllowed) =>
          void save({ standingAllowed: isAllowed }, isAllowed ? words.canBeBooked : words.nobodyIsBooked)
        }
      />
      {standingAllowed && (
        <>
          <form className={style.add} onSubmit={submit}>
            <TextField
              label={words.seatsPerDate}
              inputMode="numeric"
              autoComplete="off"
              value={seats}
              onValueChange={(value) => /^([1-9]\d{0,6})?$/.test(value) && setSeats(value)}
            />
            <Button type="submit" look="outlined" disabled={isBusy}>
              {words.saveSeats}
            </Button>
          </form>
          <StandingList seriesId={id} timeZone={timeZone} count={settings.standingPlaces} />
        </>
      )}
    </>
  )
}

interface TextsProps {
  hasPrice: boolean
  isBusy: boolean
  onUse: (scope: 'following' | 'all') => void
}

/** Of this date, for the others. */
function Texts({ hasPrice, isBusy, onUse }: TextsProps) {
  return (
    <>
      <h3>{hasPrice ? words.partsWithPrice : words.parts}</h3>
      <p className="quiet">{words.aboutParts}</p>
      <div className="row wrap gap-8">
        <Button look="outlined" disabled={isBusy} onClick={() => onUse('all')}>
          {words.useForAll}
        </Button>
        <Button look="outlined" disabled={isBusy} onClick={() => onUse('following')}>
          {words.useFromHere}
        </Button>
      </div>
    </>
  )
}

export default function SeriesSection({ event, onChange }: SeriesSectionProps) {
  const { seriesId = 0, seriesDay = '', timeZone } = event
  const params = { seriesId }
  const hasPaidEvents = useHasPaidEvents()
  const { loaded, refresh } = useCall(`series ${seriesId}`, (api) => api.series.get({ params }))
  const [asked, setAsked] = useState<Act | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  if (loaded.state === 'failed') return <p>{words.seriesNotLoaded}</p>
  const settings = loaded.state === 'loaded' ? loaded.value.settings : undefined
  if (loaded.state !== 'loaded' || !settings) return null
  const series = loaded.value
  const today = dayIn(new Date(), timeZone)
  const isRunning = settings.endsBefore === null && (settings.pausedUntil === null || settings.pausedUntil <= today)

  const act = async (done: string, send: (calls: Calls) => Promise<unknown>) => {
    setBusy(true)
    setOutcome({})
    try {
      const { series: calls } = await loadApi()
      await send(calls)
      setOutcome({ success: done })
      refresh()
      return true
    } catch (error) {
      setOutcome({ problem: failureSentence(error, NOT_SAVED) })
      refresh()
      return false
    } finally {
      setBusy(false)
    }
  }
  const save: Save = (body, done) =>
    act(done, (calls) => calls.saveSettings({ params, body: { version: settings.version, ...body } }))

  return (
    <section className={style.section} aria-labelledby="series-heading">
      <h2 id="series-heading">Series</h2>
      <p className="quiet">
        {words.stateText(series, settings, today)} <Link to={seriesPath(series)}>{words.pageOfSeries}</Link>
      </p>
      <div className="row wrap gap-8">
        {new Date(event.startTime) > new Date() && event.status !== 'cancelled' && (
          <Button look="outlined" onClick={() => setAsked('skip')}>
            {words.leaveDateOut}
          </Button>
        )}
        {isRunning ? (
          <>
            <Button look="outlined" onClick={() => setAsked('pause')}>
              Pause
            </Button>
            <Button look="outlined" onClick={() => setAsked('end')}>
              {words.endSeries}
            </Button>
          </>
        ) : (
          <Button
            look="outlined"
            disabled={isBusy}
            onClick={() => void act(words.seriesGoesOn, (calls) => calls.resume({ params }))}
          >
            Resume
          </Button>
        )}
      </div>
      <NamedDays settings={settings} today={today} isBusy={isBusy} save={save} />
      {isTrue(event.isFreeOfCharge) && (
        <Standing key={settings.standingSeats ?? 0} series={series} settings={settings} isBusy={isBusy} save={save} />
      )}
      <Texts
        hasPrice={hasPaidEvents}
        isBusy={isBusy}
        onUse={(scope) =>
          void act(words.copiedToDates, (calls) =>
            calls.saveTexts({
              params,
              body: {
                eventId: event.id,
                texts: SERIES_TEXTS.filter((name) => name !== 'price' || hasPaidEvents),
                scope,
              },
            }),
          )
        }
      />
      <FormMessage {...outcome} />
      {asked && (
        <ActDialog
          act={asked}
          seriesId={seriesId}
          day={seriesDay}
          today={today}
          onClose={() => setAsked(null)}
          onDone={({ dates }) => {
            setAsked(null)
            setOutcome({ success: 'Done.' })
            refresh()
            onChange(dates.some(({ id }) => id === event.id))
          }}
        />
      )}
    </section>
  )
}
