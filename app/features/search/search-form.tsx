import { useId, type SubmitEvent } from 'react'
import { firstViewMessages } from '../../../contract/first-view-messages.ts'
import { ComingSoonBadge } from '../../ui/coming-soon.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { useToast } from '../../ui/toast.tsx'
import style from './search-form.module.css'

/** The specification's face: seen, but not yet to be typed in. Its button works, and says so. */
export function SearchForm() {
  const id = useId()
  const toast = useToast()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    toast(firstViewMessages.searchSoon, { severity: 'error' })
  }
  return (
    <form role="search" className={style.form} onSubmit={submit}>
      <label htmlFor={id} className="visually-hidden">
        Search events
      </label>
      <input
        id={id}
        type="search"
        className={style.input}
        placeholder="Search events, artists, places"
        autoComplete="off"
        disabled
      />
      <ComingSoonBadge className={style.soon} />
      <button type="submit" className={style.submit} aria-label="Search">
        <SearchIcon />
      </button>
    </form>
  )
}
