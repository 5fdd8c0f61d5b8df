import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { TEXT } from '../../../contract/limits.ts'
import { readParts, searchAddress } from '../../lib/search-address.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import style from './search-form.module.css'
import list from './suggestions.module.css'
import { useTypeahead } from './use-typeahead.ts'

interface Props {
  /** What the page shows the results of. */
  asked: string
}

/** A plain form that leads to the results; with JavaScript it suggests titles while somebody types. */
function Box({ asked }: Props) {
  const id = useId()
  const listId = useId()
  const navigate = useNavigate()
  const [active, setActive] = useState(-1)
  const { suggestions, typeahead } = useTypeahead()
  const isOpen = suggestions.length > 0
  const optionId = (place: number) => `${listId}-${place}`

  const change = (value: string) => {
    setActive(-1)
    typeahead.type(value)
  }
  // The field keeps its own text: somebody may have typed before the code was there, and React would empty it.
  const input = useRef<HTMLInputElement>(null)
  const takeOver = useEffectEvent(() => {
    const typed = input.current?.value ?? ''
    if (typed !== asked) change(typed)
  })
  useEffect(() => takeOver(), [])

  const close = () => {
    typeahead.clear()
    setActive(-1)
  }
  const goTo = (q: string) => {
    if (input.current) input.current.value = q
    close()
    void navigate(searchAddress(q.trim() ? { q: q.trim() } : {}))
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    goTo(suggestions[active]?.title ?? input.current?.value ?? '')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The browser would empty the field as well; that comes with the second press.
      if (isOpen) event.preventDefault()
      close()
    }
    if (!isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : -1
    // One place more than there are suggestions: the text itself.
    const places = suggestions.length + 1
    setActive(((active + 1 + step + places) % places) - 1)
  }

  return (
    <form role="search" action="/events" className={style.form} onSubmit={submit} onKeyDown={onKeyDown} onBlur={close}>
      <label htmlFor={id} className="visually-hidden">
        Search events
      </label>
      <input
        ref={input}
        id={id}
        name="q"
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={active < 0 ? undefined : optionId(active)}
        className={style.input}
        placeholder="Search events, artists, places"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={TEXT.query}
        defaultValue={asked}
        onChange={({ target }) => change(target.value)}
      />
      <button type="submit" className={style.submit} aria-label="Search">
        <SearchIcon />
      </button>
      <ul id={listId} role="listbox" aria-label="Suggestions" className={list.suggestions} hidden={!isOpen}>
        {suggestions.map(({ id: place, title }) => (
          <li
            key={place}
            id={optionId(place)}
            role="option"
            aria-selected={place === active}
            className={list.suggestion}
            // The field keeps the focus, so that the list is still there when the finger is lifted.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => goTo(title)}
          >
            {title}
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {isOpen && `${suggestions.length} suggestions. Use the arrow keys.`}
      </p>
    </form>
  )
}

/** Begins again with what the page shows, whenever that is another search. */
export default function SearchBox() {
  const { pathname, search } = useLocation()
  const asked = pathname === '/events' ? (readParts(search).q ?? '') : ''
  return <Box key={asked} asked={asked} />
}
