import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { Button } from '../../ui/button.tsx'
import { LazyQrCode } from '../../ui/lazy-qr-code.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { LinkToCopy } from '../../ui/link-to-copy.tsx'
import style from './door-section.module.css'
import * as words from './door-words.tsx'

interface Made {
  id: number
  name: string
  url: string
}

/** Shown this once: only a hash of it is kept. */
function MadeLink({ name, url }: Omit<Made, 'id'>) {
  return (
    <div className="row wrap middle gap-16">
      <div className={style.code}>
        <LazyQrCode text={url} label={words.qrCodeOf(name)} />
      </div>
      <div className={style.words}>
        <p>{words.openAtDoor(<strong>{name}</strong>)}</p>
        <LinkToCopy url={url} label={words.linkToDoor} />
      </div>
    </div>
  )
}

interface Props {
  eventId: number
  /** A code that no longer opens the door is not shown. */
  isEnded: (linkId: number) => boolean
  onMade: () => void
}

export function NewDoorLink({ eventId, isEnded, onMade }: Props) {
  const toast = useToast()
  const [name, setName] = useState('')
  const [mayAdd, setMayAdd] = useState(true)
  const [made, setMade] = useState<Made | null>(null)
  const [state, setState] = useState<'idle' | 'making'>('idle')

  const make = async (event: FormEvent) => {
    event.preventDefault()
    setState('making')
    try {
      const api = await loadApi()
      const link = await api.door.createLink({
        params: { eventId },
        headers: { 'idempotency-key': randomKey() },
        body: { name, mayAdd },
      })
      setMade(link)
      setName('')
      onMade()
    } catch (error) {
      toast(failureSentence(error, words.linkNotCreated), { severity: 'error' })
    }
    setState('idle')
  }

  return (
    <>
      <form className={style.form} onSubmit={(event) => void make(event)}>
        <TextField label={words.nameOfDoor} value={name} onValueChange={setName} maxLength={TEXT.name} required />
        <Switch label={words.searchAndWalkIns} description={words.aboutSearch} checked={mayAdd} onChange={setMayAdd} />
        <Button type="submit" look="outlined" disabled={state === 'making'}>
          {words.createLink}
        </Button>
      </form>
      {made && !isEnded(made.id) && <MadeLink key={made.url} {...made} />}
    </>
  )
}
