import { useState, type FormEvent } from 'react'
import { formatDate } from '../../../contract/dates.ts'
import { TEXT } from '../../../contract/limits.ts'
import type { Passkey } from '../../../contract/passkeys.ts'
import { browserTimeZone } from '../../../contract/zoned-time.ts'
import { Button } from '../../ui/button.tsx'
import { firstFocus } from '../../ui/labelled-field.tsx'
import ruled from '../../ui/ruled-section.module.css'
import { TextField } from '../../ui/text-field.tsx'
import style from './passkey-section.module.css'

function words({ createdAt, lastUsedAt }: Passkey): string {
  const timeZone = browserTimeZone()
  const used = lastUsedAt ? `last used on ${formatDate(lastUsedAt, timeZone)}` : 'not used yet'
  return `Added on ${formatDate(createdAt, timeZone)}, ${used}`
}

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
            label={`New name of ${passkey.name}`}
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
        <span className={ruled.facts}>{words(passkey)}</span>
      </span>
      <span className={style.acts}>
        <Button
          look="text"
          disabled={isBusy}
          aria-label={`Rename the passkey ${passkey.name}`}
          onClick={() => setName(passkey.name)}
        >
          Rename
        </Button>
        <Button look="text" disabled={isBusy} aria-label={`Remove the passkey ${passkey.name}`} onClick={onRemove}>
          Remove
        </Button>
      </span>
    </li>
  )
}
