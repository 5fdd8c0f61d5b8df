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
        <LazyQrCode text={url} label={`QR code of the link to ${name}`} />
      </div>
      <div className={style.words}>
        <p>
          Open <strong>{name}</strong> on the phone at the door: scan this code, or send the link. We only show it now.
        </p>
        <LinkToCopy url={url} label="Link to the door" />
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
      toast(failureSentence(error, 'The link could not be created. Please try again.'), { severity: 'error' })
    }
    setState('idle')
  }

  return (
    <>
      <form className={style.form} onSubmit={(event) => void make(event)}>
        <TextField label="Name of the door" value={name} onValueChange={setName} maxLength={TEXT.name} required />
        <Switch
          label="Search and walk-ins"
          description="Shows guests by name and lets people in without a ticket. Without it, the link only scans."
          checked={mayAdd}
          onChange={setMayAdd}
        />
        <Button type="submit" look="outlined" disabled={state === 'making'}>
          Create a link
        </Button>
      </form>
      {made && !isEnded(made.id) && <MadeLink key={made.url} {...made} />}
    </>
  )
}
