import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import type { Passkey } from '../../../contract/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/labelled-field.tsx'
import ruled from '../../ui/ruled-section.module.css'
import { TextField } from '../../ui/text-field.tsx'
import style from './passkey-section.module.css'
import * as words from './words.ts'

interface Props {
  passkey: Passkey
  isBusy: boolean
  onRename: (name: string) => void
  onRemove: () => void
}

export function PasskeyRow({ passkey, isBusy, onRename, onRemove }: Props) {
  const [name, setName] = useState<string | null>(null)

  const save = (event: FormEvent) => {
    event.preventDefault()
    const wanted = name?.trim()
    setName(null)
    if (wanted && wanted !== passkey.name) onRename(wanted)
  }

  if (name !== null)
    return (
      <li className={ruled.row}>
        <form className={style.rename} onSubmit={save} noValidate>
          <TextField
            ref={firstFocus}
            label={words.newNameOf(passkey.name)}
            name="newPasskeyName"
            autoComplete="off"
            maxLength={TEXT.passkey}
            value={name}
            onValueChange={setName}
          />
          <Button type="submit" look="outlined" disabled={isBusy || !name.trim()}>
            Save
          </Button>
          <Button look="text" onClick={() => setName(null)}>
            Cancel
          </Button>
        </form>
      </li>
    )
  return (
    <li className={ruled.row}>
      <span>
        <strong>{passkey.name}</strong>
        <span className={ruled.facts}>{words.passkeyText(passkey)}</span>
      </span>
      <span className={style.acts}>
        <Button
          look="text"
          disabled={isBusy}
          aria-label={words.renamePasskey(passkey.name)}
          onClick={() => setName(passkey.name)}
        >
          Rename
        </Button>
        <Button look="text" disabled={isBusy} aria-label={words.removePasskey(passkey.name)} onClick={onRemove}>
          Remove
        </Button>
      </span>
    </li>
  )
}
