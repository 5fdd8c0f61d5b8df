import { Switch } from '../../ui/switch.tsx'
import { useHasSurveys } from '../surveys/slot.tsx'
import { EVERY_WEEK, readRepeats } from './repeats-draft.ts'
import style from './repeats.module.css'
import { RuleFields } from './rule-fields.tsx'
import type { RepeatsProps } from './props.ts'
import * as words from './words.tsx'

/** In the form of a new event, below its times. */
export default function Repeats({ value, startTime, onChange }: RepeatsProps) {
  const repeats = readRepeats(value)
  const hasSurveys = useHasSurveys()
  return (
    <div role="group" aria-label="Repeats" className={style.repeats}>
      <Switch
        label="Repeats"
        description={words.aboutRepeats}
        checked={repeats !== null}
        onChange={(isOn) => onChange(isOn ? JSON.stringify(EVERY_WEEK) : '')}
      />
      {repeats && hasSurveys && <p className="quiet small">{words.aboutSurvey}</p>}
      {repeats && (
        <RuleFields
          repeats={repeats}
          startTime={startTime}
          hasNamedDays
          onChange={(next) => onChange(JSON.stringify(next))}
        />
      )}
    </div>
  )
}
