import { TEXT } from '../../../contract/limits.ts'
import type { ReactNode } from 'react'
import { Choice } from '../../ui/choice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CapacityField } from './capacity-field.tsx'
import style from './event-form.module.css'
import { hasPassed } from './event-times.ts'
import { OptionalFields } from './optional-fields.tsx'
import { PictureField } from './picture-field.tsx'
import type { FormState } from './use-form-state.ts'
import type { PictureState } from './use-picture.ts'
import * as words from './words.tsx'

interface Props {
  form: FormState
  picture: PictureState
  /** The chosen file, or what the event shows now. */
  preview: string | null
  /** The event as guests will see it. */
  liveCard: ReactNode
  /** Free, or what it costs. */
  price: ReactNode
  /** Below the times: whether it takes place again. */
  repeats: ReactNode
  /** What the guests are asked. */
  questions: ReactNode
  /** Among the rules of booking. */
  ballot: ReactNode
  timeZone: string
  /** What the form began with. */
  initialStart: string
}

export function DetailsFields(props: Props) {
  const { form, picture, preview, liveCard, price, repeats, questions, ballot, timeZone, initialStart } = props
  const { draft, change, field } = form
  const lang = draft.language || undefined
  // Nobody is notified about an event that has begun or is over.
  const isPast = draft.startTime !== initialStart && hasPassed(draft.startTime, timeZone, new Date())
  const zoneHint = timeZone && words.localTime(timeZone.replaceAll('_', ' '))
  return (
    <div className={style.columns}>
      <div className={style.column}>
        <p className={style.legend}>{words.markedAreRequired}</p>
        <TextField
          label="Title"
          dir="auto"
          lang={lang}
          maxLength={TEXT.title}
          autoComplete="off"
          required
          {...field('title')}
        />
        <TextArea
          label="Description"
          dir="auto"
          lang={lang}
          required
          rows={4}
          {...field('description', words.whatHappens)}
        />
        <div className={style.pair}>
          <TextField label={words.startTime} type="datetime-local" required {...field('startTime', zoneHint)} />
          <TextField
            label={words.endTime}
            type="datetime-local"
            required
            min={draft.startTime || undefined}
            {...field('endTime')}
          />
          <p role="status" className={style.caution}>
            {isPast && words.isYearRight}
          </p>
        </div>
        {repeats}
        <Choice
          label={words.eventType}
          value={draft.isVirtual ? 'virtual' : 'in-person'}
          options={[
            { value: 'in-person', label: 'In-person' },
            { value: 'virtual', label: 'Virtual' },
          ]}
          onValueChange={(value) => change('isVirtual', value === 'virtual')}
        />
        <TextField
          label="Venue"
          maxLength={TEXT.venue}
          autoComplete="off"
          required
          {...field('venue', draft.isVirtual ? words.VENUE_HINTS.virtual : words.VENUE_HINTS.inPerson)}
        />
        <CapacityField form={form} />
        <TextArea label={words.artistDescription} rows={3} {...field('artistDescription', words.whoPlays)} />
      </div>
      <div className={style.column}>
        {liveCard}
        <PictureField picture={picture} preview={preview} />
        {price}
      </div>
      <div className={style.optional}>
        <div>
          <OptionalFields form={form} ballot={ballot} />
        </div>
        {questions}
      </div>
    </div>
  )
}
