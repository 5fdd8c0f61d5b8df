// When an event takes place again: weekly or monthly, on which days, until when, and which days besides or not.
import { useState } from 'react'
import { skipsMonths, WEEKDAY_NAMES } from '../../../contract/series-days.ts'
import { formatDate } from '../../../contract/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { LabelledField } from '../../ui/labelled-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { dayOf, daysOf, monthly, problemOf, ruleOf, weekdayOf, weekdaysOf, type Repeats } from './repeats-draft.ts'
import style from './repeats.module.css'
import field from '../../ui/text-field.module.css'
import * as words from './words.tsx'

const LISTED = 6
const MOST_EXTRA = 52

/** 'Tuesday, 24th Nov, 2026' */
export const dayName = (day: string) =>
  `${WEEKDAY_NAMES[weekdayOf(day) - 1] ?? ''}, ${formatDate(`${day}T00:00:00Z`, 'UTC')}`

interface Props {
  repeats: Repeats
  startTime: string
  onChange: (repeats: Repeats) => void
  /** Not where an existing series is changed: it has its own lists. */
  hasNamedDays?: boolean
}

function Often({ repeats, onChange }: Props) {
  const { unit, every } = repeats
  return (
    <>
      <Choice
        label={words.howOften}
        value={unit}
        options={[
          { value: 'week', label: 'Weekly' },
          { value: 'month', label: 'Monthly' },
        ]}
        onValueChange={(value) => onChange({ ...repeats, unit: value, every: 1 })}
      />
      <LabelledField label="Interval">
        {(control) => (
          <select
            {...control}
            className={field.select}
            value={every}
            onChange={(event) => onChange({ ...repeats, every: Number(event.target.value) })}
          >
            {Array.from({ length: 12 }, (_, index) => index + 1).map((n) => (
              <option key={n} value={n}>
                {words.often(unit, n)}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
    </>
  )
}

function Weekdays({ repeats, startTime, onChange }: Props) {
  const chosen = weekdaysOf(repeats, startTime)
  const toggle = (day: number) => {
    const others = chosen.filter((one) => one !== day)
    onChange({ ...repeats, weekdays: chosen.includes(day) ? others : [...others, day].sort((a, b) => a - b) })
  }
  return (
    <fieldset className={style.weekdays}>
      <legend className={style.legend}>{words.onWeekdays}</legend>
      {WEEKDAY_NAMES.map((name, index) => (
        <label key={name} className={style.weekday}>
          <input
            type="checkbox"
            checked={chosen.includes(index + 1)}
            onChange={() => toggle(index + 1)}
            aria-label={name}
          />
          {name.slice(0, 3)}
        </label>
      ))}
    </fieldset>
  )
}

function DayOfMonth({ repeats, startTime, onChange }: Props) {
  const day = dayOf(startTime)
  if (!day) return null
  const options = monthly(day)
  return (
    <LabelledField label="On" hint={skipsMonths(ruleOf(repeats, startTime)) ?? undefined}>
      {(control) => (
        <select
          {...control}
          className={field.select}
          value={options.some(({ value }) => value === repeats.on) ? repeats.on : 'day'}
          onChange={(event) => onChange({ ...repeats, on: event.target.value as Repeats['on'] })}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}

function Ends({ repeats, startTime, onChange }: Props) {
  return (
    <>
      <Choice
        label="Ends"
        value={repeats.ends}
        options={[
          { value: 'open', label: words.noEndDate },
          { value: 'until', label: words.onADay },
          { value: 'count', label: 'After' },
        ]}
        onValueChange={(ends) => onChange({ ...repeats, ends })}
      />
      {repeats.ends === 'until' && (
        <TextField
          label={words.lastDay}
          type="date"
          min={dayOf(startTime) ?? undefined}
          value={repeats.until}
          onValueChange={(until) => onChange({ ...repeats, until })}
        />
      )}
      {repeats.ends === 'count' && (
        <TextField
          label={words.howManyTimes}
          inputMode="numeric"
          autoComplete="off"
          value={repeats.count}
          onValueChange={(count) => /^\d{0,3}$/.test(count) && onChange({ ...repeats, count })}
        />
      )}
    </>
  )
}

function ExtraDay({ repeats, startTime, onChange }: Props) {
  const [day, setDay] = useState('')
  const first = dayOf(startTime) ?? ''
  const isAddable = day > first && !repeats.extraDays.includes(day) && repeats.extraDays.length < MOST_EXTRA
  const add = () => {
    const skippedDays = repeats.skippedDays.filter((one) => one !== day)
    onChange({ ...repeats, extraDays: [...repeats.extraDays, day].sort(), skippedDays })
    setDay('')
  }
  return (
    <div className={style.add}>
      <TextField
        label={words.extraDayOptional}
        type="date"
        min={first || undefined}
        value={day}
        onValueChange={setDay}
      />
      <Button look="outlined" disabled={!isAddable} onClick={add}>
        {words.addDay}
      </Button>
    </div>
  )
}

/** The next dates, of which single ones can be left out. */
function NextDates({ repeats, startTime, onChange, hasNamedDays }: Props) {
  const shown = daysOf(repeats, startTime, LISTED + repeats.skippedDays.length, [])
  const change = (day: string) => {
    if (repeats.extraDays.includes(day))
      return onChange({ ...repeats, extraDays: repeats.extraDays.filter((one) => one !== day) })
    const isSkipped = repeats.skippedDays.includes(day)
    const others = repeats.skippedDays.filter((one) => one !== day)
    return onChange({ ...repeats, skippedDays: isSkipped ? others : [...others, day].sort() })
  }
  const far = repeats.extraDays.filter((day) => !shown.includes(day))
  return (
    <div>
      <p className={style.legend}>{words.nextDates}</p>
      <ul role="list" className={style.dates} aria-label={words.nextDates}>
        {[...shown, ...far].map((day) => {
          const isSkipped = repeats.skippedDays.includes(day)
          return (
            <li key={day} className={style.date}>
              <span>{isSkipped ? <s>{dayName(day)}</s> : dayName(day)}</span>
              {hasNamedDays && (
                <Button
                  look="text"
                  aria-label={words.actOnDay(isSkipped ? words.putBack : words.leaveOut, dayName(day))}
                  onClick={() => change(day)}
                >
                  {isSkipped ? words.putBack : words.leaveOut}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export function RuleFields(props: Props) {
  const { repeats, startTime, hasNamedDays } = props
  if (dayOf(startTime) === null) return <p className="quiet">{words.enterFirstDate}</p>
  const problem = problemOf(repeats, startTime)
  return (
    <div className={style.fields}>
      <Often {...props} />
      {repeats.unit === 'week' ? <Weekdays {...props} /> : <DayOfMonth {...props} />}
      <Ends {...props} />
      {hasNamedDays && <ExtraDay {...props} />}
      <p role="status" className={problem ? style.problem : 'visually-hidden'}>
        {problem}
      </p>
      {!problem && <NextDates {...props} />}
    </div>
  )
}
