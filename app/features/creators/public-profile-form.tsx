import { useState, type FormEvent } from 'react'
import { TEXT } from '../../../contract/limits.ts'
import { messages } from '../../../contract/messages.ts'
import { publicNameOf } from '../../../contract/public-name.ts'
import type { Profile } from '../../../contract/users.ts'
import { serverSentence } from '../../lib/failure.ts'
import { loadApi } from '../../lib/load-api.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import style from './public-profile-form.module.css'
import * as words from './words.ts'

type Step = { name: 'idle' | 'saving' | 'saved' } | { name: 'failed'; problem: string }

/** What strangers read: on the creator's page, beside events, and in search. */
export function PublicProfileForm({ user }: { user: Profile }) {
  const { setUser } = useSession()
  const [publicName, setPublicName] = useState(user.publicName ?? '')
  const [publicText, setPublicText] = useState(user.publicText ?? '')
  const [step, setStep] = useState<Step>({ name: 'idle' })

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setStep({ name: 'saving' })
    try {
      const { users } = await loadApi()
      // Only what this form is about changes; the names are asked for by the call.
      const { firstName, lastName } = user
      setUser(await users.updateProfile({ body: { firstName, lastName, publicName, publicText } }))
      setStep({ name: 'saved' })
    } catch (error) {
      setStep({ name: 'failed', problem: serverSentence(error, messages.profileFailed) })
    }
  }

  return (
    <form className={style.form} onSubmit={(event) => void save(event)} noValidate>
      <h2>{words.yourPublicPage}</h2>
      <p className="quiet">{words.aboutPublicPage}</p>
      <TextField
        label={words.publicName}
        name="publicName"
        autoComplete="organization"
        maxLength={TEXT.name}
        placeholder={publicNameOf({ ...user, publicName: '' })}
        hint={words.withoutName(publicNameOf({ ...user, publicName: '' }))}
        value={publicName}
        onValueChange={setPublicName}
      />
      <TextArea
        label={words.aboutYou}
        name="publicText"
        maxLength={TEXT.publicText}
        value={publicText}
        onValueChange={setPublicText}
      />
      <FormMessage
        problem={step.name === 'failed' ? step.problem : null}
        success={step.name === 'saved' ? messages.profileSaved : null}
      />
      <Button type="submit" look="outlined" className={style.action} disabled={step.name === 'saving'}>
        {words.savePublicPage}
      </Button>
    </form>
  )
}
