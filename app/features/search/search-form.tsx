import { useId, useState, type SubmitEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { useToast } from '../../ui/toast.tsx'
import style from './search-form.module.css'
import { useTypeahead } from './use-typeahead.ts'

interface Props {
  /** The specification's face: seen, but not yet to be typed in. Its button works, and says so. */
  disabled: boolean
}

export function SearchForm({ disabled }: Props) {
  const id = useId()
  const toast = useToast()
  const [text, setText] = useState('')
  const { suggestions, typeahead } = useTypeahead()

  const change = (value: string) => {
    setText(value)
    typeahead.type(value)
  }
  const choose = (title: string) => {
    setText(title)
    typeahead.clear()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    toast(messages.searchSoon, { severity: 'error' })
  }

  return (
    <form
      role="search"
      className={style.form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') typeahead.clear()
      }}
    >
      <label htmlFor={id} className="visually-hidden">
        Search events
      </label>
      <input
        id={id}
        type="search"
        className={style.input}
        placeholder="Search events, artists, places"
        autoComplete="off"
        maxLength={TEXT.query}
        value={text}
        disabled={disabled}
        onChange={(event) => change(event.target.value)}
      />
      {disabled && <ComingSoonBadge className={style.soon} />}
      <button type="submit" className={style.submit} aria-label="Search">
        <SearchIcon />
      </button>
      {suggestions.length > 0 && (
        <ul role="list" className={style.suggestions} aria-label="Suggestions">
          {suggestions.map(({ id: place, title }) => (
            <li key={place}>
              <button type="button" className={style.suggestion} onClick={() => choose(title)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
