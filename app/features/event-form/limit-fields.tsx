import { SURE_IN_WORDS, type Sureness } from '../../../contract/extra-places.ts'
import { Switch } from '../../ui/switch.tsx'
import type { Admission, Visibility } from '../../../contract/event-access.ts'
import type { Option } from '../../ui/choice.tsx'
import { Choice } from '../../ui/choice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './event-form.module.css'
import type { FormState } from './use-form-state.ts'

const EXTRA_PLACES: Option<'' | Sureness>[] = [
  { value: '', label: 'None' },
  { value: '99', label: '99% sure' },
  { value: '99.9', label: '99.9% sure' },
]

export const LimitFields = ({ form: { draft, field, change } }: { form: FormState }) => (
  <div role="group" aria-label="Limits of booking" className={style.pair}>
    <TextField
      label="Most tickets per person (optional)"
      inputMode="numeric"
      autoComplete="off"
      {...field('maxPerPerson', 'Counts all of one person’s bookings.')}
    />
    <TextField
      label="Booking closes (optional)"
      type="datetime-local"
      max={draft.endTime || undefined}
      {...field('bookingClosesAt', 'If empty, when the event ends.')}
    />
    <div className={style.across}>
      <Switch
        label="I decide who comes"
        description="People ask for a place, and you accept or decline."
        checked={draft.approval}
        onChange={(approval) => change('approval', approval)}
      />
    </div>
    <div className={style.across}>
      <Switch
        label="People confirm two days before"
        description="Anyone who doesn’t within a day goes on standby, and their place goes to someone who’s waiting. We tell people when they book."
        checked={draft.confirm}
        onChange={(confirm) => change('confirm', confirm)}
      />
    </div>
    <div className={style.across}>
      <Choice
        label="Extra places, because not everyone comes"
        options={EXTRA_PLACES}
        value={draft.extraPlaces}
        onValueChange={(extraPlaces) => change('extraPlaces', extraPlaces)}
      />
      <p className="quiet">
        {draft.extraPlaces
          ? `Capacity is the size of your room. We take more bookings than that, as long as your past events suggest that at least ${SURE_IN_WORDS[draft.extraPlaces]} people who come will get in. We tell people when they book.`
          : 'Once three of your events have used the door, we can take more bookings than you have seats, and almost everyone who comes will still get in.'}
      </p>
    </div>
  </div>
)

const VISIBILITY: Option<Visibility>[] = [
  { value: 'public', label: 'Everybody' },
  { value: 'unlisted', label: 'Only people with the link' },
]

const ADMISSION: Option<Admission>[] = [
  { value: 'book', label: 'Book here' },
  { value: 'just-come', label: 'Just come' },
  { value: 'elsewhere', label: 'Elsewhere' },
]

/** Who can find the event, and how people get in. */
export const AccessFields = ({ form: { draft, change, field } }: { form: FormState }) => (
  <>
    <Choice
      label="Who can find it"
      options={VISIBILITY}
      value={draft.visibility}
      onValueChange={(value) => change('visibility', value)}
    />
    {draft.visibility === 'unlisted' && (
      <p className="quiet">It’s not in lists or search. People need its link, which you can renew in Manage.</p>
    )}
    <Choice
      label="How people get in"
      options={ADMISSION}
      value={draft.admission}
      onValueChange={(value) => change('admission', value)}
    />
    {draft.admission === 'elsewhere' && (
      <TextField
        label="Where people book"
        type="url"
        inputMode="url"
        autoComplete="off"
        {...field('bookingUrl', 'The address on the other site, starting with https://')}
      />
    )}
  </>
)
