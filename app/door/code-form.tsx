import { useState, type FormEvent } from 'react'
import type { Door } from './door.ts'
import { unlockSound } from './signals.ts'
import style from './tools.module.css'

export function CodeForm({ door }: { door: Door }) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    unlockSound()
    if (code.trim()) void door.scan(code)
    setCode('')
  }
  return (
    <form className={style.line} onSubmit={submit}>
      <label className={style.field}>
        <span>Code</span>
        <input
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="go"
        />
      </label>
      <button type="submit" className={style.button}>
        Check
      </button>
    </form>
  )
}
