import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './event-form.module.css'
import type { FormState } from './use-form-state.ts'

/** What few events need: below all else, and nothing of it counts for the progress. */
export const LimitFields = ({ form: { draft, field, change } }: { form: FormState }) => (
  <div role="group" aria-label="Limits of booking" className={style.pair}>
    <TextField
      label="Most tickets per person (optional)"
      inputMode="numeric"
      autoComplete="off"
      {...field('maxPerPerson', 'Over all bookings of one account.')}
    />
    <TextField
      label="Booking closes (optional)"
      type="datetime-local"
      max={draft.endTime || undefined}
      {...field('bookingClosesAt', 'Otherwise when the event ends.')}
    />
    <div className={style.across}>
      <Switch
        label="I decide who comes"
        description="People ask for a place, and you accept or decline. Nobody books by themselves."
        checked={draft.approval}
        onChange={(approval) => change('approval', approval)}
      />
      <p className="quiet small">To ask your guests something, save the event and open Manage, Questions.</p>
    </div>
  </div>
)
