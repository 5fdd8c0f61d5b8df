import { useId, useState, type ReactNode } from 'react'
import { ACCESS_NAMES, isAccessFact } from '../../../contract/access-facts.ts'
import { CATEGORIES, isCategory } from '../../../contract/categories.ts'
import { TEXT } from '../../../contract/limits.ts'
import { ROUNDING_KM } from '../../lib/distance.ts'
import { CHOSEN_DAYS, type SearchPart, type SearchParts } from '../../lib/search-address.ts'
import { TownOptions } from '../../ui/town-options.tsx'
import style from './filters.module.css'
import * as words from './words.ts'

interface FieldProps {
  label: string
  className?: string | undefined
  children: ReactNode
}

const Field = ({ label, className = style.field, children }: FieldProps) => (
  <label className={className}>
    <span className={style.label}>{label}</span>
    {children}
  </label>
)

interface SelectProps {
  label: string
  name: string
  value: string | undefined
  none?: string
  options: Record<string, string>
}

const Select = ({ label, name, value = '', none, options }: SelectProps) => (
  <Field label={label}>
    <select name={name} defaultValue={value} className={style.input}>
      {none && <option value="">{none}</option>}
      {Object.entries(options).map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  </Field>
)

function TownField({ value }: { value: string }) {
  const list = useId()
  const [typed, setTyped] = useState('')
  return (
    <Field label="Town">
      <input
        name="place"
        defaultValue={value}
        placeholder="Anywhere"
        autoComplete="off"
        maxLength={TEXT.town}
        list={list}
        className={style.input}
        onChange={({ target }) => setTyped(target.value)}
      />
      <TownOptions id={list} typed={typed} />
    </Field>
  )
}

/** The device's own place is rounded, so it is asked for that much more. */
function radiusOptions({ near, within }: SearchParts): Record<string, string> {
  const more = near ? ROUNDING_KM : 0
  const radii = new Set([...words.RADII.map((radius) => radius + more), ...(within ? [Number(within)] : [])])
  return Object.fromEntries([...radii].sort((a, b) => a - b).map((km) => [String(km), words.kilometres(km - more)]))
}

const defaultRadius = ({ near, within }: SearchParts) =>
  within ?? String(near ? words.USUAL_RADIUS.near + ROUNDING_KM : words.USUAL_RADIUS.place)

/** What an address can say and the field does not offer (past events, two categories) stays when another field is changed. */
const given = (part: SearchPart, parts: SearchParts, isSensible: (value: string) => boolean) => {
  const value = parts[part]
  return value && isSensible(value) ? { [value]: words.chipText(part, parts) } : {}
}

/** Without words to match, by date is what the first choice is. */
const sortOptions = ({ q, sort }: SearchParts): Record<string, string> => {
  const { date: _date, ...others } = words.SORTS
  return q || sort === 'date' ? words.SORTS : others
}

const areCategories = (value: string) => value.split(',').every(isCategory)
const areAccessFacts = (value: string) => value.split(',').every(isAccessFact)
const isOtherDays = (value: string) => Object.hasOwn(words.OTHER_DAYS, value)

/** Every field has a name of the address: without JavaScript the form is sent as it is. */
export function FilterFields({ parts }: { parts: SearchParts }) {
  const [from = '', to = ''] = parts.when?.split('..') ?? []
  const isRange = parts.when?.includes('..') ?? false
  return (
    <>
      {parts.q && <input type="hidden" name="q" value={parts.q} />}
      {parts.near && <input type="hidden" name="near" value={parts.near} />}
      <Select
        label="When"
        name="when"
        value={isRange ? CHOSEN_DAYS : parts.when}
        none={words.anyDay}
        options={{ ...words.WHEN, ...given('when', parts, isOtherDays), [CHOSEN_DAYS]: words.chooseDays }}
      />
      <Field label="From" className={style.day}>
        <input type="date" name="from" defaultValue={isRange ? from : ''} className={style.input} />
      </Field>
      <Field label="To" className={style.day}>
        <input type="date" name="to" defaultValue={isRange ? to : ''} className={style.input} />
      </Field>
      {!parts.near && <TownField value={parts.place ?? ''} />}
      <Select label="Within" name="within" value={defaultRadius(parts)} options={radiusOptions(parts)} />
      <Select label="Kind" name="kind" value={parts.kind} none={words.allKinds} options={words.KINDS} />
      <Select
        label="Category"
        name="category"
        value={parts.category}
        none={words.allCategories}
        options={{
          ...Object.fromEntries(CATEGORIES.map((name) => [name, words.categoryName(name)])),
          ...given('category', parts, areCategories),
        }}
      />
      <Select
        label="Access"
        name="access"
        value={parts.access}
        none="Any"
        options={{ ...ACCESS_NAMES, ...given('access', parts, areAccessFacts) }}
      />
      <Select
        label="Sort"
        name="sort"
        value={parts.sort}
        none={parts.q ? words.bestMatch : words.soonestFirst}
        options={sortOptions(parts)}
      />
      <label className={style.check}>
        <input type="checkbox" name="seats" value={parts.seats ?? '1'} defaultChecked={parts.seats !== undefined} />
        {parts.seats ? words.chipText('seats', parts) : words.placesLeft}
      </label>
    </>
  )
}
