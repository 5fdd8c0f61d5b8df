import { useState, type FormEvent } from 'react'
import { readCodeEnd } from '../../contract/door-code.ts'
import { DOOR } from '../../contract/limits.ts'
import type { Door } from './door.ts'
import { nameAt, type Found } from './guest-list.ts'
import { unlockSound } from './signals.ts'
import style from './tools.module.css'
import * as words from './words.ts'

interface FieldProps {
  label: string
  text: string
  onChange: (text: string) => void
  onSubmit: () => Promise<void>
  /** On the button. */
  act: string
}

function TypedForm({ label, text, onChange, onSubmit, act }: FieldProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    unlockSound()
    void onSubmit()
  }
  return (
    <form className={style.line} onSubmit={submit}>
      <label className={style.field}>
        <span>{label}</span>
        <input
          value={text}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
      </label>
      <button type="submit" className={style.button}>
        {act}
      </button>
    </form>
  )
}

/** For links that only scan: their lists know no names and no ends of codes. */
export function CodeForm({ door }: { door: Door }) {
  const [code, setCode] = useState('')
  const [isShort, setIsShort] = useState(false)
  const submit = async () => {
    const isEnd = readCodeEnd(code) !== null
    const isTaken = code.trim() !== '' && (isEnd ? await door.typed(code) : (await door.scan(code), true))
    setIsShort(isEnd && !isTaken)
    if (isTaken) setCode('')
  }
  return (
    <div className={style.search}>
      <TypedForm label="Code" text={code} onChange={setCode} onSubmit={submit} act="Check" />
      {isShort && <p role="alert">{words.typeWholeCode}</p>}
    </div>
  )
}

const nothing = (text: string) => (readCodeEnd(text) === null ? words.nobodyNamed : words.nobodyFound)

/** By name from two letters on, because nobody browses the list; by the last five characters of a code; by a whole code. */
export function Find({ door }: { door: Door }) {
  const [text, setText] = useState('')
  const [ending, setEnding] = useState<ReturnType<Door['findByEnd']>>(null)
  const named = door.search(text)
  const byEnd = ending === 'paused' || ending === null ? [] : ending
  const found = [...byEnd, ...named.filter(({ entry, place }) => !byEnd.some((one) => isSame(one, { entry, place })))]

  const choose = (one: Found) => {
    door.choose(one)
    setText('')
    setEnding(null)
  }
  const change = (next: string) => {
    const ended = door.findByEnd(next)
    const [only, ...others] = ended === 'paused' || ended === null ? [] : ended
    // Nobody else can be meant: name and places are shown, and a press lets them in.
    if (only && others.length === 0 && door.search(next).length === 0) return choose(only)
    setText(next)
    setEnding(ended)
  }
  const submit = async () => {
    const [only, ...others] = found
    if (only && others.length === 0) choose(only)
    else if (!only && (await door.typed(text))) setText('')
  }
  return (
    <div className={style.search}>
      <TypedForm label={words.nameOrEnd} text={text} onChange={change} onSubmit={submit} act="Find" />
      <ul role="list" aria-label={words.guestsFound}>
        {found.map(({ entry, place }) => (
          <li key={place?.hash ?? entry.ticketId}>
            <button type="button" className={style.row} onClick={() => choose({ entry, place })}>
              <span dir="auto">{nameAt(entry, place)}</span>
              <span>
                {place ? words.onePlace(place.state === 'in' ? ', in' : '') : words.someIn(entry.inside, entry.seats)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {ending === 'paused' ? (
        <p role="alert">{words.tooManyCodes}</p>
      ) : (
        text.trim().length >= DOOR.searchFrom && found.length === 0 && <p role="alert">{nothing(text)}</p>
      )}
    </div>
  )
}

const isSame = (one: Found, other: Found) => one.entry === other.entry && one.place === other.place
