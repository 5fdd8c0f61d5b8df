import { useState } from 'react'
import { DOOR } from '../../contract/limits.ts'
import type { Door } from './door.ts'
import { nameAt, type Found } from './guest-list.ts'
import style from './tools.module.css'

/** Names only, from two letters on: nobody browses the list. */
export function Search({ door }: { door: Door }) {
  const [text, setText] = useState('')
  const found = door.search(text)
  const choose = (one: Found) => {
    door.choose(one)
    setText('')
  }
  return (
    <div className={style.search}>
      <label className={style.field}>
        <span>Search by name</span>
        <input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <ul role="list" aria-label="Guests found">
        {found.map(({ entry, place }) => (
          <li key={place?.hash ?? entry.ticketId}>
            <button type="button" className={style.row} onClick={() => choose({ entry, place })}>
              <span>{nameAt(entry, place)}</span>
              <span>
                {place ? `1 place${place.state === 'in' ? ', in' : ''}` : `${entry.inside} of ${entry.seats} in`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {text.trim().length >= DOOR.searchFrom && found.length === 0 && (
        <p role="status">Nobody with that name is on the list.</p>
      )}
    </div>
  )
}
