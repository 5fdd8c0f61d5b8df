import { useState } from 'react'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import style from './app-setup.module.css'
import * as words from './words.tsx'

/** Shown this once: nobody can read them again, not even we. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="stack gap-12">
      <h3>{words.yourRecoveryCodes}</h3>
      <p>{words.keepThem}</p>
      <ul role="list" aria-label={words.recoveryCodes} className={style.list}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row wrap gap-12">
        <Button look="outlined" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          look="outlined"
          onClick={() => saveFile('hooley-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))}
        >
          Download
        </Button>
      </div>
      {/* Away from where Turn on was pressed: a second press must not close what is shown only once. */}
      <div className={style.kept}>
        <Button onClick={onKept}>{words.savedThem}</Button>
      </div>
    </div>
  )
}
