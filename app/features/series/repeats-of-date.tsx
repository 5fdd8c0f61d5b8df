import { describeRule } from '../../../contract/series-days.ts'
import { useCall } from '../../data/use-call.ts'
import { Switch } from '../../ui/switch.tsx'
import { readRepeats, repeatsOf } from './repeats-draft.ts'
import style from './repeats.module.css'
import { RuleFields } from './rule-fields.tsx'
import type { RepeatsOfDateProps } from './props.ts'
import * as words from './words.tsx'

/** In the form of a date of a series: when that takes place, and changing it. */
export default function RepeatsOfDate({ seriesId, value, startTime, onChange }: RepeatsOfDateProps) {
  const { loaded } = useCall(`series ${seriesId}`, (api) => api.series.get({ params: { seriesId } }))
  const rule = loaded.state === 'loaded' ? loaded.value.settings?.rule : undefined
  const repeats = readRepeats(value)
  return (
    <div role="group" aria-label="Repeats" className={style.repeats}>
      <p>{words.whenYouSave(<strong>{words.oneDateOfSeries}</strong>, rule ? `${describeRule(rule)}.` : '')}</p>
      {rule && (
        <Switch
          label={words.changeRule}
          description={words.aboutChangeRule}
          checked={repeats !== null}
          onChange={(isOn) => onChange(isOn ? JSON.stringify(repeatsOf(rule)) : '')}
        />
      )}
      {repeats && (
        <RuleFields repeats={repeats} startTime={startTime} onChange={(next) => onChange(JSON.stringify(next))} />
      )}
    </div>
  )
}
