// The passkeys of the account, in the tab Password & Security.
import { useState, type FormEvent } from 'react'
import { formatDate } from '../../../contract/dates.ts'
import { TEXT } from '../../../contract/limits.ts'
import type { Passkey } from '../../../contract/passkeys.ts'
import { useCall } from '../../data/use-call.ts'
import { failureSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { useProof } from '../proof/slot.tsx'
import style from './passkey-section.module.css'
import { usePasskeysPossible } from './slot.tsx'

const FAILED = 'The passkey could not be saved. Please try again.'

function words({ createdAt, lastUsedAt }: Passkey): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const used = lastUsedAt ? `last used on ${formatDate(lastUsedAt, timeZone)}` : 'not used yet'
  return `Added on ${formatDate(createdAt, timeZone)}, ${used}`
}

function Row({ passkey, isBusy, onRemove }: { passkey: Passkey; isBusy: boolean; onRemove: () => void }) {
  const facts = words(passkey)
  return (
    <li className={style.row}>
      <span>
        <strong>{passkey.name}</strong>
        <span className={style.facts}>{facts}</span>
      </span>
      <Button look="text" disabled={isBusy} aria-label={`Remove the passkey ${passkey.name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

export function PasskeySection() {
  const isPossible = usePasskeysPossible()
  const { loaded, refresh, reload } = useCall('passkeys', (api) => api.passkeys.list())
  const { withProof, proofDialog } = useProof()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ problem?: string; success?: string }>({})
  const passkeys = loaded.state === 'loaded' ? loaded.value : []
  // Where there are none and none can be made there is nothing to say.
  if (!isPossible && passkeys.length === 0) return null

  const act = async (call: () => Promise<string | undefined>) => {
    setBusy(true)
    setOutcome({})
    try {
      setOutcome({ success: await call() })
    } catch (error) {
      setOutcome({ problem: failureSentence(error, FAILED) })
    } finally {
      setBusy(false)
      refresh()
    }
  }

  const add = async () => {
    const api = await loadApi()
    const options = await withProof(() => api.passkeys.addOptions())
    const { makePasskey } = await import('./ceremonies.ts')
    const passkey = await makePasskey(options)
    if (!passkey) return undefined
    const added = await withProof(() => api.passkeys.add({ body: { name: name.trim() || undefined, passkey } }))
    setName('')
    return `The passkey ${added.name} was added.`
  }

  const remove = async ({ id, name: removed }: Passkey) => {
    const api = await loadApi()
    await withProof(() => api.passkeys.remove({ params: { passkeyId: id } }))
    return `The passkey ${removed} was removed.`
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void act(add)
  }

  return (
    <section className={style.section} aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading">Passkeys</h2>
      <p className={style.quiet}>Sign in with your finger, your face or your device&apos;s PIN: no password to type.</p>
      {loaded.state === 'failed' && <TryAgain onPress={reload}>Your passkeys could not be loaded.</TryAgain>}
      {passkeys.length > 0 && (
        <ul role="list" className={style.list}>
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} isBusy={isBusy} onRemove={() => void act(() => remove(passkey))} />
          ))}
        </ul>
      )}
      {isPossible && (
        <form className={style.add} onSubmit={submit} noValidate>
          <TextField
            label="Name of the new passkey (optional)"
            name="passkeyName"
            autoComplete="off"
            maxLength={TEXT.passkey}
            value={name}
            onValueChange={setName}
          />
          <Button type="submit" look="outlined" disabled={isBusy}>
            Add a passkey
          </Button>
        </form>
      )}
      <FormMessage {...outcome} />
      {proofDialog}
    </section>
  )
}
