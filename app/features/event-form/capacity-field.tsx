import { TextField } from '../../ui/text-field.tsx'
import style from './event-form.module.css'
import type { FormState } from './use-form-state.ts'
import * as words from './words.tsx'

/** A table in a café, a back room, a hall, a parish: one press instead of a keyboard. */
const SUGGESTED = ['20', '50', '100', '200']

export const CapacityField = ({ form: { draft, change, field } }: { form: FormState }) => (
  <div className="stack gap-8">
    <TextField
      label="Capacity"
      inputMode="numeric"
      autoComplete="off"
      required
      {...field('capacity', words.howManyCanCome)}
    />
    <div role="group" aria-label={words.suggestedCapacities} className="row wrap gap-8">
      {SUGGESTED.map((places) => (
        <button
          key={places}
          type="button"
          className={style.suggestion}
          aria-pressed={draft.capacity === places}
          aria-label={words.countOfPeople(places)}
          onClick={() => change('capacity', places)}
        >
          {places}
        </button>
      ))}
    </div>
  </div>
)
