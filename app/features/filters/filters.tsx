import { useEffect, useRef, useState, type ChangeEvent, type SubmitEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { readParts, searchAddress, SEARCH_PARTS, type SearchParts } from '../../lib/search-address.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CloseIcon, FilterIcon } from '../../ui/icons.tsx'
import { NearMe } from '../nearby/slot.tsx'
import { FilterFields } from './filter-fields.tsx'
import style from './filters.module.css'
import * as words from './words.ts'

/** What is written beside a place adds nothing. */
const CHIPS = SEARCH_PARTS.filter((part) => part !== 'within')

function without(parts: SearchParts, part: (typeof CHIPS)[number]): SearchParts {
  const rest: SearchParts = { ...parts, [part]: undefined }
  const hasLocation = rest.place ?? rest.near
  // What needs a place goes with it.
  return hasLocation ? rest : { ...rest, within: undefined, sort: rest.sort === 'nearest' ? undefined : rest.sort }
}

function Chips({ parts }: { parts: SearchParts }) {
  const set = CHIPS.filter((part) => parts[part])
  if (set.length === 0) return null
  return (
    <ul role="list" className={style.chips} aria-label={words.activeFilters}>
      {set.map((part) => (
        <li key={part}>
          <Link
            to={searchAddress(without(parts, part))}
            className={style.chip}
            aria-label={words.removeChip(words.chipText(part, parts))}
          >
            {words.chipText(part, parts)} <CloseIcon />
          </Link>
        </li>
      ))}
      <li>
        <Link to="/events" className={style.clear}>
          {words.clearAll}
        </Link>
      </li>
    </ul>
  )
}

/** A bar on a wide screen, which acts at once; a sheet on a narrow one, which acts when it is left by its button. */
export default function Filters({ found }: { found: SearchParts | undefined }) {
  const { search, key } = useLocation()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const parts = readParts(search)
  // The fields keep what makes no sense, to be put right; what was left out is no active filter.
  const active = found ?? parts
  const count = CHIPS.filter((part) => part !== 'q' && active[part]).length

  // The bar remounts with each address, so the field that was just used would lose the focus.
  const bar = useRef<HTMLFormElement>(null)
  const chosenIn = useRef<string>(null)
  useEffect(() => {
    const field = chosenIn.current && bar.current?.elements.namedItem(chosenIn.current)
    chosenIn.current = null
    if (field instanceof HTMLElement && document.activeElement === document.body) field.focus({ preventScroll: true })
  }, [key])

  const apply = (form: HTMLFormElement) => {
    const filled = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    setIsOpen(false)
    void navigate(searchAddress(readParts(filled)), { preventScrollReset: true })
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply(event.currentTarget)
  }
  const onChange = ({ target, currentTarget }: ChangeEvent<HTMLFormElement>) => {
    const field = target as unknown as HTMLInputElement | HTMLSelectElement
    // What is still being written acts by Enter or the button.
    const isChosen = field instanceof HTMLSelectElement || field.type === 'checkbox'
    if (!isChosen || field.value === 'days') return
    chosenIn.current = field.name
    apply(currentTarget)
  }

  return (
    <div className={style.filters}>
      <form
        key={key}
        ref={bar}
        action="/events"
        className={style.bar}
        aria-label={words.filterAndSort}
        onSubmit={onSubmit}
        onChange={onChange}
      >
        <FilterFields parts={parts} />
        <div className={style.actions}>
          <Button type="submit" look="outlined">
            {words.showEvents}
          </Button>
          <NearMe />
        </div>
      </form>
      <div className={style.narrow}>
        <Button look="outlined" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <FilterIcon /> Filters{count > 0 && ` (${count})`}
        </Button>
        <NearMe />
      </div>
      <Chips parts={active} />
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={words.filterAndSort} place="bottom">
        {isOpen && (
          <form action="/events" className={style.sheet} onSubmit={onSubmit}>
            <FilterFields parts={parts} />
            <Button type="submit" wide>
              {words.showEvents}
            </Button>
          </form>
        )}
      </Dialog>
    </div>
  )
}
