import { SURE_IN_WORDS, type Sureness } from '../../../contract/extra-places.ts'
import { Switch } from '../../ui/switch.tsx'
import type { Admission, Visibility } from '../../../contract/event-access.ts'
import type { Option } from '../../ui/choice.tsx'
import { Choice } from '../../ui/choice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './event-form.module.css'
import type { FormState } from './use-form-state.ts'
import * as words from './words.tsx'

const EXTRA_PLACES: Option<'' | Sureness>[] = [
  { value: '', label: 'None' },
  { value: '99', label: '99% sure' },
  { value: '99.9', label: '99.9% sure' },
]

export const LimitFields = ({ form: { draft, field, change } }: { form: FormState }) => (
  <div role="group" aria-label={words.limitsOfBooking} className={style.pair}>
    <TextField
      label={words.mostPerPerson}
      inputMode="numeric"
      autoComplete="off"
      {...field('maxPerPerson', words.countsAllBookings)}
    />
    <TextField
      label={words.bookingCloses}
      type="datetime-local"
      max={draft.endTime || undefined}
      {...field('bookingClosesAt', words.ifEmptyAtTheEnd)}
    />
    <div className={style.across}>
      <Switch
        label={words.iDecide}
        description={words.aboutIDecide}
        checked={draft.approval}
        onChange={(approval) => change('approval', approval)}
      />
    </div>
    <div className={style.across}>
      <Switch
        label={words.peopleConfirm}
        description={words.aboutConfirming}
        checked={draft.confirm}
        onChange={(confirm) => change('confirm', confirm)}
      />
    </div>
    <div className={style.across}>
      <Choice
        label={words.extraPlaces}
        options={EXTRA_PLACES}
        value={draft.extraPlaces}
        onValueChange={(extraPlaces) => change('extraPlaces', extraPlaces)}
      />
      <p className="quiet">
        {draft.extraPlaces ? words.aboutExtraPlaces(SURE_IN_WORDS[draft.extraPlaces]) : words.noExtraPlacesYet}
      </p>
    </div>
  </div>
)

const VISIBILITY: Option<Visibility>[] = [
  { value: 'public', label: 'Everybody' },
  { value: 'unlisted', label: words.onlyWithLink },
]

const ADMISSION: Option<Admission>[] = [
  { value: 'book', label: words.bookHere },
  { value: 'just-come', label: words.justCome },
  { value: 'elsewhere', label: 'Elsewhere' },
]

/** Who can find the event, and how people get in. */
export const AccessFields = ({ form: { draft, change, field } }: { form: FormState }) => (
  <>
    <Choice
      label={words.whoCanFindIt}
      options={VISIBILITY}
      value={draft.visibility}
      onValueChange={(value) => change('visibility', value)}
    />
    {draft.visibility === 'unlisted' && <p className="quiet">{words.aboutUnlisted}</p>}
    <Choice
      label={words.howPeopleGetIn}
      options={ADMISSION}
      value={draft.admission}
      onValueChange={(value) => change('admission', value)}
    />
    {draft.admission === 'elsewhere' && (
      <TextField
        label={words.wherePeopleBook}
        type="url"
        inputMode="url"
        autoComplete="off"
        {...field('bookingUrl', words.addressOnOtherSite)}
      />
    )}
  </>
)
