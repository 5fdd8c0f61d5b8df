// The passkeys of the account, in the tab Password & Security and in the settings.
import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { useCall } from '../../data/use-call.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useAct } from '../../lib/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage, TryAgain } from '../../ui/message.tsx'
import ruled from '../../ui/ruled-section.module.css'
import { TextField } from '../../ui/text-field.tsx'
import { loadCeremonies, usePasskeysPossible } from '../passkeys/slot.tsx'
import { useProof } from '../proof/slot.tsx'
import { PasskeyRow } from './passkey-row.tsx'
import style from './passkey-section.module.css'
import * as words from './words.ts'

export function PasskeySection() {
  const isPossible = usePasskeysPossible()
  const { loaded, refresh, reload } = useCall('passkeys', (api) => api.passkeys.list())
  const [name, setName] = useState('')
  const { isBusy, outcome, act } = useAct(words.passkeyNotSaved, refresh)
  const passkeys = loaded.state === 'loaded' ? loaded.value : []

  const { withProof, proofDialog } = useProof('passkeys', {
    add: (wanted) => {
      setName(String(wanted))
      void act(() => add(String(wanted)))
    },
    remove: (id) => void act(() => remove(Number(id))),
    rename: (wish) => {
      const [id = '', wanted = ''] = String(wish).split(/ (.*)/s)
      void act(() => rename(Number(id), wanted))
    },
  })

  const add = async (wanted: string) => {
    const api = await loadApi()
    const options = await withProof(() => api.passkeys.addOptions(), 'add', wanted)
    const { makePasskey } = await loadCeremonies()
    const passkey = await makePasskey(options)
    if (!passkey) return undefined
    const body = { name: wanted.trim() || undefined, passkey }
    const added = await withProof(() => api.passkeys.add({ body }), 'add', wanted)
    setName('')
    return words.passkeyAdded(added.name)
  }

  const remove = async (passkeyId: number) => {
    const api = await loadApi()
    await withProof(() => api.passkeys.remove({ params: { passkeyId } }), 'remove', passkeyId)
    return words.passkeyRemoved
  }

  const rename = async (passkeyId: number, wanted: string) => {
    const api = await loadApi()
    const call = () => api.passkeys.rename({ params: { passkeyId }, body: { name: wanted } })
    const renamed = await withProof(call, 'rename', `${passkeyId} ${wanted}`)
    return words.passkeyRenamed(renamed.name)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void act(() => add(name))
  }

  // Where there are none and none can be made there is nothing to say.
  if (!isPossible && passkeys.length === 0) return null
  return (
    <section id="passkeys" className={ruled.section} aria-labelledby="passkeys-heading">
      <h2 id="passkeys-heading">Passkeys</h2>
      <p className="quiet">{words.aboutPasskeys}</p>
      {loaded.state === 'failed' && <TryAgain onPress={reload}>{words.passkeysNotLoaded}</TryAgain>}
      {passkeys.length > 0 && (
        <ul role="list" className={ruled.list}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isBusy={isBusy}
              onRename={(wanted) => void act(() => rename(passkey.id, wanted))}
              onRemove={() => void act(() => remove(passkey.id))}
            />
          ))}
        </ul>
      )}
      {isPossible && (
        <form className={style.add} onSubmit={submit} noValidate>
          <TextField
            label={words.nameOfPasskey}
            name="passkeyName"
            autoComplete="off"
            maxLength={TEXT.passkey}
            value={name}
            onValueChange={setName}
          />
          <Button type="submit" look="outlined" disabled={isBusy}>
            {words.addPasskey}
          </Button>
        </form>
      )}
      <FormMessage {...outcome} />
      {proofDialog}
    </section>
  )
}
