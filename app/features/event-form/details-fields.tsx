import { TEXT } from '../../../contract/limits.ts'
import type { Picture } from '../../lib/pictures.ts'
import { Choice } from '../../ui/choice.tsx'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './event-form.module.css'
import { PictureField } from './picture-field.tsx'
import type { FormState } from './use-form-state.ts'
import type { PictureState } from './use-picture.ts'

interface Props {
  form: FormState
  picture: PictureState
  present: Picture | null
  timeZone: string
}

const VENUE_HINTS = {
  inPerson: 'The place and its town, so that people find it.',
  virtual: 'A link or a name. A link is shown only to people who have booked.',
}

export function DetailsFields({ form, picture, present, timeZone }: Props) {
  const { draft, change, field } = form
  const zoneHint = timeZone && `Local time, ${timeZone.replaceAll('_', ' ')}`
  return (
    <div className={style.columns}>
      <div className={style.column}>
        <TextField label="Title" maxLength={TEXT.title} autoComplete="off" required {...field('title')} />
        <TextArea label="Description" required rows={4} {...field('description', 'What happens, and who is it for?')} />
        <div className={style.pair}>
          <TextField label="Start time" type="datetime-local" required {...field('startTime', zoneHint)} />
          <TextField
            label="End time"
            type="datetime-local"
            required
            min={draft.startTime || undefined}
            {...field('endTime')}
          />
        </div>
        <Choice
          label="Event type"
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
          {...field('venue', draft.isVirtual ? VENUE_HINTS.virtual : VENUE_HINTS.inPerson)}
        />
        <TextField
          label="Capacity"
          inputMode="numeric"
          autoComplete="off"
          required
          {...field('capacity', 'How many people can come.')}
        />
      </div>
      <div className={style.column}>
        <PictureField picture={picture} present={present} />
        <Choice
          label="Price type"
          value="free"
          options={[
            { value: 'free', label: 'Free' },
            { value: 'paid', label: 'Paid', disabled: true, note: <ComingSoonBadge /> },
          ]}
        />
        <TextArea
          label="Artist description (optional)"
          rows={3}
          {...field('artistDescription', 'Who plays, speaks or hosts.')}
        />
      </div>
    </div>
  )
}
