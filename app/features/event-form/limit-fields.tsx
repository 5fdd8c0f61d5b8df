import { TextField } from '../../ui/text-field.tsx'
import style from './event-form.module.css'
import type { FormState } from './use-form-state.ts'

/** What few events need: below all else, and nothing of it counts for the progress. */
export const LimitFields = ({ form: { draft, field } }: { form: FormState }) => (
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
  </div>
)
