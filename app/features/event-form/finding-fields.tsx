import { useId, useState } from 'react'
import { CATEGORIES, MOST_CATEGORIES, type Category } from '../../../contract/categories.ts'
import { TEXT } from '../../../contract/limits.ts'
import { TextField } from '../../ui/text-field.tsx'
import { TownOptions } from '../../ui/town-options.tsx'
import { categoriesOf } from './draft.ts'
import style from './finding-fields.module.css'
import type { FormState } from './use-form-state.ts'
import * as words from './words.tsx'

const nameOf = (category: Category) => category.charAt(0).toUpperCase() + category.slice(1)

function TownField({ form: { draft, field } }: { form: FormState }) {
  const list = useId()
  // What the form began with needs no suggestions.
  const [typed, setTyped] = useState('')
  const { onValueChange, ...input } = field('town', words.leaveEmptyForVenue)
  const change = (value: string) => {
    setTyped(value)
    // Counts as typed from here on, so that another venue does not empty it.
    input.onBlur()
    onValueChange(value)
  }
  return (
    <>
      <TextField
        label={words.townOptional}
        maxLength={TEXT.town}
        autoComplete="off"
        list={list}
        {...input}
        value={draft.town}
        onBlur={undefined}
        onValueChange={change}
      />
      <TownOptions id={list} typed={typed} />
    </>
  )
}

function CategoriesField({ form: { draft, change } }: { form: FormState }) {
  const chosen = categoriesOf(draft)
  const toggle = (category: Category) => {
    const next = chosen.includes(category) ? chosen.filter((other) => other !== category) : [...chosen, category]
    change('categories', next.join())
  }
  return (
    <fieldset className={style.categories}>
      <legend className={style.legend}>{words.categoriesUpTo(MOST_CATEGORIES)}</legend>
      {CATEGORIES.map((category) => {
        const isChosen = chosen.includes(category)
        return (
          <label key={category} className={style.category}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && chosen.length >= MOST_CATEGORIES}
              onChange={() => toggle(category)}
            />
            {nameOf(category)}
          </label>
        )
      })}
    </fieldset>
  )
}

/** What helps others to find the event. */
export const FindingFields = ({ form }: { form: FormState }) => (
  <>
    {!form.draft.isVirtual && <TownField form={form} />}
    <CategoriesField form={form} />
  </>
)
