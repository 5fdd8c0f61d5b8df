import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/labelled-field.tsx'
import { LazyQrCode } from '../../ui/lazy-qr-code.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './app-setup.module.css'
import * as words from './words.tsx'

export interface AppSecret {
  /** In base32. */
  secret: string
  uri: string
}

interface Props {
  secret: AppSecret
  isBusy: boolean
  onCode: (code: string) => void
  onCancel: () => void
}

/** In groups of four, for those who type it. */
const written = (secret: string) => secret.replace(/.{4}(?=.)/g, '$& ')

/** The app gets its secret, and shows with a first code that it has it. */
export function AppSetup({ secret: { secret, uri }, isBusy, onCode, onCancel }: Props) {
  const [code, setCode] = useState('')
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCode(code)
  }
  return (
    <form className={style.setup} onSubmit={submit} noValidate>
      <p>{words.scanThis}</p>
      <div className={style.code}>
        <LazyQrCode text={uri} label={words.qrCode} />
      </div>
      <div className={style.side}>
        <p className="quiet">{words.onThisDevice(<a href={uri}>{words.openYourApp}</a>)}</p>
        <p className={style.secret}>{written(secret)}</p>
        <Button look="text" className={style.copy} onClick={() => void copy()}>
          {isCopied ? words.keyCopied : words.copyKey}
        </Button>
        <TextField
          ref={firstFocus}
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onValueChange={setCode}
        />
        <div className="row wrap gap-12">
          <Button type="submit" disabled={isBusy || !code.trim()}>
            {isBusy ? 'Checking...' : words.turnOn}
          </Button>
          <Button look="text" onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}
