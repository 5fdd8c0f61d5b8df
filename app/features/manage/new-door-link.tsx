import { lazy, Suspense, useRef, useState, type ComponentType, type FormEvent } from 'react'
import { SOON_TOAST_MS, TEXT } from '../../../contract/limits.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { randomKey } from '../../lib/random-key.ts'
import { Button } from '../../ui/button.tsx'
import { CopyIcon } from '../../ui/icons.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import style from './door-section.module.css'

const NoCode = () => <p>The code could not be loaded.</p>

const QrCode = lazy<ComponentType<{ text: string; label: string }>>(() =>
  import('../../ui/qr-code.tsx').catch(() => ({ default: NoCode })),
)

interface Made {
  name: string
  url: string
}

/** Shown this once: only a hash of it is kept. */
function MadeLink({ name, url }: Made) {
  const toast = useToast()
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast('Link copied', { ms: SOON_TOAST_MS })
    } catch {
      field.current?.select()
      toast('Please copy the marked link.', { severity: 'info', ms: SOON_TOAST_MS })
    }
  }
  return (
    <div className={style.made}>
      <div className={style.code}>
        <Suspense fallback={null}>
          <QrCode text={url} label={`QR code of the link to ${name}`} />
        </Suspense>
      </div>
      <div className={style.words}>
        <p>
          Open <strong>{name}</strong> on the phone at the door: scan this code, or send the link. It is shown only now.
        </p>
        <input ref={field} className={style.link} readOnly value={url} aria-label="Link to the door" />
        <Button look="outlined" onClick={() => void copy()}>
          <CopyIcon /> Copy link
        </Button>
      </div>
    </div>
  )
}

export function NewDoorLink({ eventId, onMade }: { eventId: number; onMade: () => void }) {
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
      toast(failureSentence(error, 'The link could not be made. Please try again.'), { severity: 'error' })
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
        <Button type="submit" disabled={state === 'making'}>
          Make a link
        </Button>
      </form>
      {made && <MadeLink key={made.url} {...made} />}
    </>
  )
}
